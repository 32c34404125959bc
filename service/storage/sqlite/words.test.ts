import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { query } from '../sql.ts';
import type { Database } from './sql.ts';
import { createSqliteStorage } from './storage.ts';
import { countWords, uncountWords } from './words.ts';
import { openMemories } from '../../../tests/fixtures/open-memories.ts';

const now = '2026-11-21T00:00:00.000Z';
let db: Database;

/** Two Memories, numbered 1 and 2. */
beforeEach(async () => {
  db = await openMemories(['one', 'two'], now);
});
afterEach(() => db.close());

const wordsIn = (...words: string[]) => new Map(words.map((word) => [word, word]));

/** Applies changes, but stops after this many pauses. Returns whether there were any. */
async function apply(pauses = Infinity): Promise<boolean> {
  const stopping = new AbortController();
  let left = pauses;
  const pause = async () => {
    left -= 1;
    if (left <= 0) stopping.abort();
  };
  if (pauses === 0) stopping.abort();
  return createSqliteStorage(db).wordCounts.applyChanges({ pause, stop: stopping.signal });
}

const selectCounts = query(
  'SELECT term, container, passages FROM words ORDER BY term, container',
  z.object({ term: z.string(), container: z.int(), passages: z.int() }),
);

/** Returns the counts like `salt 1: 2`, for two passages with “salt” in Memory 1. */
async function counts(): Promise<string[]> {
  const rows = await db.all(selectCounts);
  return rows.map(({ term, container, passages }) => `${term} ${container}: ${passages}`);
}

describe('word counts', () => {
  it('are the number of passages of each Memory that contain a word', async () => {
    await countWords(db, 1, [wordsIn('salt', 'river'), wordsIn('salt')]);
    await countWords(db, 2, [wordsIn('salt')]);
    await apply();
    await countWords(db, 1, [wordsIn('salt')]);
    await apply();

    expect(await counts()).toEqual(['river 1: 1', 'salt 1: 3', 'salt 2: 1']);
  });

  it('drop words that no passage contains anymore', async () => {
    await countWords(db, 1, [wordsIn('salt', 'river'), wordsIn('salt')]);
    await apply();
    await uncountWords(db, 1, [{ title: null, text: 'salt river' }]);
    await countWords(db, 1, [wordsIn('heron')]);
    await uncountWords(db, 1, [{ title: null, text: 'heron' }]);
    await apply();

    expect(await counts()).toEqual(['salt 1: 1']);
  });

  it('lose the words of a deleted Memory', async () => {
    await countWords(db, 1, [wordsIn('salt')]);
    await countWords(db, 2, [wordsIn('salt')]);
    await createSqliteStorage(db).account('a').containers.delete('two');
    await apply();

    expect(await counts()).toEqual(['salt 1: 1']);
  });

  it('continue after a Memory is deleted while its changes are being applied', async () => {
    await countWords(db, 2, [wordsIn(...Array.from({ length: 5_000 }, (_, index) => `w${index}`))]);
    await apply(0);
    await createSqliteStorage(db).account('a').containers.delete('two');
    await countWords(db, 1, [wordsIn('salt')]);
    await apply();

    expect(await counts()).toEqual(['salt 1: 1']);
  });

  it('stay exact whenever applying changes is interrupted', async () => {
    const words = Array.from({ length: 10_000 }, (_, index) => `w${index}`);
    await countWords(db, 1, [wordsIn(...words)]);
    await countWords(db, 2, [wordsIn(...words)]);
    let interruptions = 0;
    do interruptions += 1;
    while (interruptions < 50 && (await apply(interruptions % 2)));

    expect(interruptions).toBeGreaterThan(3);
    expect(await apply()).toBe(false);
    const expected = words.flatMap((word) => [`${word} 1: 1`, `${word} 2: 1`]);
    expect(new Set(await counts())).toEqual(new Set(expected));
  });
});
