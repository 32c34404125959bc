import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import type { AccountStorage } from '../port/storage.ts';
import { createSqliteStorage } from './storage.ts';
import { openMemories } from '../../../tests/fixtures/open-memories.ts';

const now = '2026-11-21T00:00:00.000Z';
let account: AccountStorage;
let close: () => Promise<void>;

/** Two Memories, numbered 1 and 2; note 1 is in the first, notes 2 and 3 are in the second. */
beforeEach(async () => {
  const storage = createSqliteStorage(await openMemories(['one', 'two'], now));
  account = storage.account('a');
  close = () => storage.close();
  await note(1, { container: 1, terms: 'salt river' });
  await note(2, { container: 2, terms: 'salt salt 東京 東' });
  await note(3, { container: 2, terms: 'c1 river' });
});
afterEach(() => close());

async function note(
  material: number,
  { container, terms }: { container: number; terms: string },
): Promise<void> {
  const containerId = container === 1 ? 'one' : 'two';
  await account.notes.insert({ id: `n${material}`, containerId, content: terms, now });
  const text = `Text of ${terms}`;
  await account.passages.insert([
    { material, container, passages: [passageWith(terms, { text })] },
  ]);
}

async function found(containers: readonly number[], terms: readonly string[]): Promise<number[]> {
  const scope = await account.search.open(containers);
  return (await scope.match({ terms, limit: 10 })).map(({ id }) => id);
}

describe('a search', () => {
  it('finds passages that contain any of the terms, best first', async () => {
    expect(await found([1, 2], ['salt', '東京'])).toEqual([2, 1]);
  });

  it('searches only the named Memories', async () => {
    expect(await found([1], ['salt'])).toEqual([1]);
    expect(await found([2], ['salt'])).toEqual([2]);
  });

  it('does not match a word in a text as the term of a Memory', async () => {
    expect(await found([1], ['river'])).toEqual([1]);
    expect(await found([1, 2], ['c2'])).toEqual([]);
  });

  it.each(['"', 'a" OR "salt', 'salt*', '^salt', 'NOT'])(
    'matches the term %j literally',
    async (term) => {
      expect(await found([1, 2], ['nothing', term])).not.toContain(9);
    },
  );

  it('respects the limit', async () => {
    const scope = await account.search.open([1, 2]);

    expect(await scope.match({ terms: ['salt'], limit: 1 })).toHaveLength(1);
  });

  it('finds nothing from a deleted note', async () => {
    await account.materials.delete(2);

    expect(await found([1, 2], ['salt'])).toEqual([1]);
  });
});

describe('Chinese passages', () => {
  it('are found with the others, and no longer once deleted', async () => {
    const passage = passageWith('東京 塩市 salt', { position: 1, text: '東京塩市場' });
    await account.passages.insert([{ material: 3, container: 2, passages: [passage] }]);

    expect(await found([2], ['塩市', 'river'])).toEqual(expect.arrayContaining([3, 4]));
    expect(await found([1], ['塩市'])).toEqual([]);

    await account.materials.delete(3);

    expect(await found([1, 2], ['塩市'])).toEqual([]);
  });
});

describe('passagesByIds', () => {
  it('returns each passage with its Memory and source', async () => {
    const passages = await account.passages.byIds([3, 1, 999]);

    expect(passages).toHaveLength(2);
    expect(passages).toContainEqual(
      expect.objectContaining({
        id: 3,
        text: 'Text of c1 river',
        container_name: 'two',
        kind: 'note',
        material_id: 'n3',
      }),
    );
  });
});
