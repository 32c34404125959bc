import { describe, expect, it } from 'vitest';
import type { Database } from '../storage/port.ts';
import { silent } from '../ports.ts';
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

/** A database in which every search fails that reaches the Memory numbered 2. */
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
      if (!parsed.success) throw new Error('A row of the fake has another shape.');
      return parsed.data;
    });
  return {
    all,
    get: async (statement, parameters) => (await all(statement, parameters))[0],
    run: () => Promise.reject(new Error('A search writes nothing.')),
    transaction: () => Promise.reject(new Error('A search writes nothing.')),
    close: async () => undefined,
  };
}

const containers = [
  { seq: 1, id: 'one', name: 'One', description: '' },
  { seq: 2, id: 'two', name: 'Two', description: '' },
];

describe('searchMemories', () => {
  it('names the Memory that could not answer beside the hits of the others', async () => {
    const surroundings = { db: databaseWithDamage(), logger: silent };

    const answer = await searchMemories(surroundings, { containers, q: 'salt', limit: 10 });

    expect(answer.results.map(({ content }) => content)).toEqual(['salt']);
    expect(answer.containers).toEqual([
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two', error: { code: 'internal', message: expect.any(String) } },
    ]);
    expect(JSON.stringify(answer)).not.toContain('malformed');
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
