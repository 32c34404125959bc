import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from '../storage/port.ts';
import { silent } from '../ports.ts';
import { createSearchQueue } from './search-queue.ts';
import { searchMemories, hitsOf } from './search-memories.ts';
import { foundPassage } from '../../tests/fixtures/found-passage.ts';
import type { Candidate } from './rank.ts';

const row = {
  position: 0,
  lead: '',
  text: 'salt',
  kind: 'document',
  title: null,
  source_url: null,
  custom_id: null,
};

/** Returns a database in which every search that includes the Memory numbered 2 fails. */
function databaseWithDamage(): Database {
  const answers = (sql: string, parameters: readonly unknown[] = []): unknown[] => {
    if (sql.includes('AS containers')) return [{ containers: 9, newest: 1 }];
    if (!sql.includes('MATCH')) {
      const found = {
        ...row,
        id: 1,
        material: 1,
        material_id: 'm',
        container_id: 'one',
        container_name: 'One',
        saved_at: '',
      };
      return [found];
    }
    if (String(parameters[0]).includes('"c2"')) throw new Error('database disk image is malformed');
    return sql.includes('AS passages') ? [{ term: 'salt', passages: 1 }] : [{ id: 1, score: 3 }];
  };
  const all: Database['all'] = async (statement, parameters) =>
    answers(statement.sql, parameters).map((answer) => {
      const parsed = statement.row.safeParse(answer);
      if (!parsed.success) throw new Error('A row of the fake database has the wrong shape.');
      return parsed.data;
    });
  return {
    all,
    get: async (statement, parameters) => (await all(statement, parameters))[0],
    run: () => Promise.reject(new Error('A search must not write.')),
    transaction: () => Promise.reject(new Error('A search must not write.')),
    writeFailure: () => null,
    close: async () => undefined,
  };
}

const containers = [
  { seq: 1, id: 'one', name: 'One', description: '' },
  { seq: 2, id: 'two', name: 'Two', description: '' },
];

describe('searchMemories', () => {
  it('names a Memory that couldn’t be searched beside the hits of the others', async () => {
    const searches = createSearchQueue(async () => undefined);
    const surroundings = { db: databaseWithDamage(), logger: silent, searches };

    const answer = await searchMemories(surroundings, {
      caller: 'key',
      containers,
      q: 'salt',
      limit: 10,
    });

    expect(answer.results.map(({ content }) => content)).toEqual(['salt']);
    expect(answer.containers).toEqual([
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two', error: { code: 'internal', message: expect.any(String) } },
    ]);
    expect(JSON.stringify(answer)).not.toContain('malformed');
  });
});

describe('searchMemories with many long queries waiting', () => {
  it.each(['the same key', 'another key'])('answers a short one of %s soon', async (caller) => {
    const searches = createSearchQueue(() => setImmediate());
    const surroundings = { db: databaseWithDamage(), logger: silent, searches };
    const rest = { containers: containers.slice(0, 1), limit: 10 };
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
  });
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
