/** A baseline for the service's search: an FTS5 index of passages with default settings. */
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { RetrievalDocument } from './retrieval-sets.ts';

export interface PlainIndex {
  /** Returns the texts of the ten best passages, best first. A passage needs to match only one word of the query. */
  search(query: string): string[];
  close(): void;
}

export type SplitText = (content: string, title: string) => readonly string[];

/** A passage with the title and the web address of its document. */
export interface PlainPassage {
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

/** Returns the passages that `split` returns for each document. */
export function plainPassages(
  documents: readonly RetrievalDocument[],
  split: SplitText,
): PlainPassage[] {
  return documents.flatMap(({ custom_id, title = '', content }) => {
    const address = /^https?:/.test(custom_id) ? custom_id : '';
    return split(content || title, title).map((text) => ({ title, address, text }));
  });
}

const rowsSchema = z.array(z.object({ text: z.string() }));

/** Creates an in-memory index of the documents' passages. */
export function createPlainIndex(
  documents: readonly RetrievalDocument[],
  split: SplitText,
): PlainIndex {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE passages USING fts5 (title, address, text, tokenize = 'porter unicode61'); BEGIN`,
  );
  const insert = database.prepare('INSERT INTO passages (title, address, text) VALUES (?, ?, ?)');
  for (const { title, address, text } of plainPassages(documents, split)) {
    insert.run(title, address, text);
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
