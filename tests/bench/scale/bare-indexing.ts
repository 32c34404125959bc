/**
 * Measures how fast SQLite alone indexes the generated documents, as a baseline for the service. Works in Node and in the
 * browser.
 */
import { splitPassages } from '../../../lib/text/split-passages.ts';
import { indexText } from '../../../service/storage/indexed-text.ts';
import type { Row } from '../figure.ts';
import { documentAt, type GeneratedDocument } from './corpus.ts';

export interface BareEngine {
  exec(sql: string): void;
  /** Returns a function that runs the statement with these values. */
  prepare(sql: string): (values: string[]) => void;
}

/** Passages per second. */
export interface BareSpeed {
  /** With the tokens made beforehand. */
  readonly engine: number;
  /** Including splitting and tokenizing, by the service's code. */
  readonly withTokenizing: number;
}

/** How many documents to generate and tokenize before the engine indexes them. */
const BATCH = 100;

/** Stores and indexes the documents' passages in an empty database, in one transaction, with the service's tokens. */
export function timeBareIndexing({ exec, prepare }: BareEngine, documents: number): BareSpeed {
  exec('PRAGMA page_size = 4096; PRAGMA locking_mode = EXCLUSIVE');
  exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000');
  exec('CREATE TABLE passages (id INTEGER PRIMARY KEY, text TEXT)');
  exec(
    `CREATE VIRTUAL TABLE passage_index USING fts5
       (scope, title, body, site, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  );
  const store = prepare('INSERT INTO passages (text) VALUES (?)');
  const index = prepare(
    'INSERT INTO passage_index (rowid, scope, title, body, site) VALUES (last_insert_rowid(), ?, ?, ?, ?)',
  );
  const tokenizing = stopwatch();
  const engine = stopwatch();
  let passages = 0;
  engine.time(() => exec('BEGIN'));
  for (let start = 0; start < documents; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, documents - start) }, (_, place) =>
      documentAt(start + place),
    );
    const tokenized = tokenizing.time(() =>
      batch.flatMap((document, place) => tokenize(document, start + place)),
    );
    passages += tokenized.length;
    engine.time(() => {
      for (const { text, terms } of tokenized) {
        store([text]);
        index(terms);
      }
    });
  }
  engine.time(() => exec('COMMIT'));
  const perSecond = (ms: number) => (passages * 1000) / ms;
  return {
    engine: perSecond(engine.ms()),
    withTokenizing: perSecond(engine.ms() + tokenizing.ms()),
  };
}

function stopwatch() {
  let total = 0;
  return {
    time<T>(work: () => T): T {
      const begun = performance.now();
      const result = work();
      total += performance.now() - begun;
      return result;
    },
    ms: () => total,
  };
}

/** Returns the passages of a document, with the terms of each column of the index. */
function tokenize({ title, content }: GeneratedDocument, number: number) {
  const site = indexText(`journal example ${number}`).terms;
  return splitPassages(content, title).map(({ headings, text }) => ({
    text,
    terms: ['c1', indexText(headings.join('\n')).terms, indexText(text).terms, site],
  }));
}

/** Returns rows that compare the service, in passages per second, with SQLite alone and with SQLite and tokenizing. */
export function indexingRows(
  name: string,
  service: number,
  { engine, withTokenizing }: BareSpeed,
): Row[] {
  const row = (what: string, other: string, value: number): Row => ({
    name: what,
    value: service,
    unit: 'passages/s',
    baselines: [
      { name: other, value },
      { name: 'ratio', value: service / value },
    ],
  });
  return [
    row(name, 'bare SQLite', engine),
    row(`${name}, beside tokenizing`, 'tokenizing and bare SQLite', withTokenizing),
  ];
}
