import { describe, expect, it } from 'vitest';
import type { Database } from '../db/port.ts';
import { silent } from '../ports.ts';
import { searchMemories } from './search-memories.ts';

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
