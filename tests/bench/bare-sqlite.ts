/** Measures how long SQLite alone takes for the same work on the same data, as a baseline for the service. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { splitPassages } from '../../lib/text/split-passages.ts';
import { searchTerms } from '../../lib/text/search-terms.ts';
import type { LoadRun } from './connections.ts';
import type { GeneratedPage } from './generate-pages.ts';

const countSchema = z.object({ count: z.int() });

/** Opens the service's database read-only while the service uses it. */
export function openBeside(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const passages = database.prepare('SELECT count(*) AS count FROM passages');
  const open = database.prepare(
    `SELECT count(*) AS count FROM learning_runs WHERE status IN ('queued', 'running')`,
  );
  const select = database.prepare(
    `SELECT text FROM passages WHERE id IN (
       SELECT rowid FROM passage_index WHERE passage_index MATCH ? ORDER BY bm25(passage_index) LIMIT 10)`,
  );
  return {
    countPassages: () => z.parse(countSchema, passages.get()).count,
    /** Waits until everything is indexed. */
    async learned(): Promise<void> {
      while (z.parse(countSchema, open.get()).count > 0) await setTimeout(20);
    },
    searchAll: (queries: readonly string[]): LoadRun =>
      timed(queries, (query) => {
        const match = searchTerms(query).map((term) => `"${term}"`);
        select.all(`{title body} : (${match.join(' OR ')})`);
      }),
    close: () => database.close(),
  };
}

/** Writes each page in its own transaction, as durably as the service does. */
export function insertAll(file: string, pages: readonly GeneratedPage[]): LoadRun {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE pages (url TEXT UNIQUE, title TEXT, content TEXT)');
  const insert = database.prepare('INSERT INTO pages (url, title, content) VALUES (?, ?, ?)');
  const run = timed(pages, ({ url, title, content }) => insert.run(url, title, content));
  database.close();
  return run;
}

/** Writes each page and its passages in one transaction, into a single index. Also returns passages per second. */
export function indexAll(
  file: string,
  pages: readonly GeneratedPage[],
): LoadRun & { readonly passagesPerSecond: number } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE pages (url TEXT UNIQUE, title TEXT, content TEXT)');
  database.exec(
    `CREATE VIRTUAL TABLE passages USING fts5 (title, text, tokenize = 'porter unicode61')`,
  );
  const insert = database.prepare('INSERT INTO pages (url, title, content) VALUES (?, ?, ?)');
  const index = database.prepare('INSERT INTO passages (title, text) VALUES (?, ?)');
  let passages = 0;
  const run = timed(pages, ({ url, title, content }) => {
    database.exec('BEGIN');
    insert.run(url, title, content);
    for (const { text } of splitPassages(content, title)) {
      index.run(title, text);
      passages += 1;
    }
    database.exec('COMMIT');
  });
  database.close();
  return { ...run, passagesPerSecond: (passages / pages.length) * run.perSecond };
}

function timed<T>(items: readonly T[], work: (item: T) => void): LoadRun {
  const begun = performance.now();
  const times = items.map((item) => {
    const start = performance.now();
    work(item);
    return performance.now() - start;
  });
  return { perSecond: (items.length * 1000) / (performance.now() - begun), times };
}
