/** The baseline for the service's search: an FTS5 index of passages with default settings. */
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { RetrievalDocument } from './retrieval-sets.ts';

export interface PlainIndex {
  /**
   * Returns the texts of the ten best passages by BM25, best first. A passage needs to match only one word of the
   * query.
   */
  search(query: string): string[];
  close(): void;
}

const rowsSchema = z.array(z.object({ text: z.string() }));

/** Creates an in-memory index of the passages that `split` returns for each document. */
export function createPlainIndex(
  documents: readonly RetrievalDocument[],
  split: (content: string, title: string) => readonly string[],
): PlainIndex {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE passages USING fts5 (title, text, tokenize = 'porter unicode61'); BEGIN`,
  );
  const insert = database.prepare('INSERT INTO passages (title, text) VALUES (?, ?)');
  for (const { title = '', content } of documents) {
    for (const text of split(content || title, title)) insert.run(title, text);
  }
  database.exec('COMMIT');
  const select = database.prepare(
    'SELECT text FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT 10',
  );
  return {
    search(query) {
      const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
      if (words.length === 0) return [];
      const rows: unknown = select.all(words.map((word) => `"${word}"`).join(' OR '));
      return z.parse(rowsSchema, rows).map(({ text }) => text);
    },
    close: () => database.close(),
  };
}

const PACKED = 800;

/**
 * Packs whole sentences into passages of up to 800 characters; a longer sentence gets its own
 * passage.
 */
export function packSentences(content: string): string[] {
  const passages: string[] = [];
  let open = '';
  for (const sentence of content.split(/(?<=[.!?]\s)|(?<=[。！？؟\n])/u)) {
    if (open !== '' && open.length + sentence.length > PACKED) {
      passages.push(open);
      open = '';
    }
    open += sentence;
  }
  return [...passages, open].map((text) => text.trim()).filter((text) => text !== '');
}
