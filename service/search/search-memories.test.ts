import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { passageWith } from '../../tests/fixtures/passage-with.ts';
import type { AccountStorage } from '../storage/port/storage.ts';
import { createSqliteStorage } from '../storage/sqlite/storage.ts';
import { silent } from '../ports.ts';
import { createSearchQueue } from './search-queue.ts';
import { searchMemories, hitsOf } from './search-memories.ts';
import { openMemories } from '../../tests/fixtures/open-memories.ts';
import { foundPassage } from '../../tests/fixtures/found-passage.ts';
import type { Candidate } from './rank.ts';

const now = '2026-11-21T00:00:00.000Z';
const containers = [
  { seq: 1, id: 'one', name: 'One', description: '' },
  { seq: 2, id: 'two', name: 'Two', description: '' },
];

/** Returns an account in which every search that includes the Memory numbered 2 fails. */
async function accountWithDamage(): Promise<AccountStorage> {
  // A search of everything doesn't name the Memories.
  const db = await openMemories([...containers.map(({ id }) => id), 'more'], now);
  const { notes, passages } = createSqliteStorage(db).account('a');
  for (const [index, { id }] of containers.entries()) {
    await notes.insert({ id: `n${id}`, containerId: id, content: 'salt', now });
    await passages.insert([
      { material: index + 1, container: index + 1, passages: [passageWith('salt')] },
    ]);
  }
  const refuseDamaged = (sql: string, parameters: unknown) => {
    if (sql.includes('MATCH') && JSON.stringify(parameters).includes('c2'))
      throw new Error('database disk image is malformed');
  };
  const damaged = createSqliteStorage({
    ...db,
    snapshot: (work) =>
      db.snapshot((queries) =>
        work({
          ...queries,
          all: async (statement, parameters) => {
            refuseDamaged(statement.sql, parameters);
            return queries.all(statement, parameters);
          },
        }),
      ),
  });
  return damaged.account('a');
}

describe('searchMemories', () => {
  it('names a Memory that couldn’t be searched beside the hits of the others', async () => {
    const searches = createSearchQueue({ pause: async () => undefined, atOnce: 1 });
    const account = await accountWithDamage();

    const { answer } = await searchMemories(
      { clock: Date, logger: silent, searches },
      {
        account,
        caller: 'key',
        containers,
        q: 'salt',
        limit: 10,
      },
    );

    expect(answer.results.map(({ content }) => content)).toEqual(['salt']);
    expect(answer.containers).toEqual([
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two', error: { code: 'internal', message: expect.any(String) } },
    ]);
    expect(JSON.stringify(answer)).not.toContain('malformed');
  });
});

describe('searchMemories during learning', () => {
  it('finds a passage that keeps being replaced', async () => {
    const searches = createSearchQueue({ pause: async () => undefined, atOnce: 1 });
    const account = await accountWithDamage();
    const search = {
      account,
      containers: containers.slice(0, 1),
      caller: 'key',
      q: 'salt',
      limit: 10,
    };
    const answering = searchMemories({ clock: Date, logger: silent, searches }, search);
    const learning = new AbortController();
    void answering.finally(() => learning.abort());

    while (!learning.signal.aborted) {
      await account.transaction(async ({ passages }) => {
        await passages.delete(1);
        await passages.insert([{ material: 1, container: 1, passages: [passageWith('salt')] }]);
      });
    }

    expect((await answering).answer.results).toHaveLength(1);
  });
});

describe('searchMemories with many long queries waiting', () => {
  it.each(['the same key', 'another key'])(
    'answers a short query of %s without waiting for them',
    async (caller) => {
      const searches = createSearchQueue({ pause: () => setImmediate(), atOnce: 1 });
      const surroundings = {
        clock: Date,
        logger: silent,
        searches,
      };
      const account = await accountWithDamage();
      const rest = { account, containers: containers.slice(0, 1), limit: 10 };
      const long = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
      let answered = 0;
      const waiting = Array.from({ length: 50 }, () =>
        searchMemories(surroundings, { ...rest, caller: 'the same key', q: long }).then(
          () => (answered += 1),
        ),
      );

      await waiting[0];
      await searchMemories(surroundings, { ...rest, caller, q: 'salt' });

      expect(answered).toBeLessThan(5);
      await Promise.all(waiting);
    },
  );
});

interface Place {
  readonly material?: number;
  readonly position: number;
  readonly score: number;
  readonly text?: string;
}

function candidate({ material = 1, position, score, text = `p${position}` }: Place): Candidate {
  const passage = foundPassage({
    id: material * 100 + position,
    position,
    lead: '\n\n',
    text,
    material,
  });
  return { passage, score };
}

function textsOf(places: readonly Place[], limit = 10): string[] {
  return hitsOf(places.map(candidate), limit).map(({ text }) => text);
}

describe('hitsOf', () => {
  it('joins adjacent hits in text order', () => {
    const places = [
      { position: 4, score: 9 },
      { position: 3, score: 5 },
      { position: 5, score: 4 },
    ];

    expect(textsOf(places)).toEqual(['p3\n\np4\n\np5']);
  });

  it('does not join across a gap or two documents', () => {
    const places = [
      { position: 1, score: 9 },
      { position: 3, score: 8 },
      { material: 2, position: 2, score: 1 },
    ];

    expect(textsOf(places)).toEqual(['p1', 'p3', 'p2']);
  });

  it('stops joining at 1,700 characters', () => {
    const text = 'x'.repeat(800);
    const places = [1, 2, 3].map((position) => ({ position, score: 9 - position, text }));

    expect(textsOf(places).map(({ length }) => length)).toEqual([1602, 800]);
  });

  it('respects the limit, best first', () => {
    const places = [1, 3, 5, 7].map((position) => ({
      material: position,
      position,
      score: 9 - position,
    }));

    expect(textsOf(places, 2)).toEqual(['p1', 'p3']);
  });

  it('ranks another document before further hits of the same one', () => {
    const places = [
      { position: 1, score: 10 },
      { position: 3, score: 9.5 },
      { material: 2, position: 8, score: 9 },
    ];

    expect(textsOf(places)).toEqual(['p1', 'p8', 'p3']);
  });

  it('returns nothing for no candidates', () => {
    expect(hitsOf([], 10)).toEqual([]);
  });
});
