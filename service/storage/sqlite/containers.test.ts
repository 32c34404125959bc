import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount, insertAccount } from './accounts.ts';
import { containersOf, deleteContainerRow, insertContainer } from './containers.ts';
import { openNodeDatabase } from './node.ts';
import { migrate } from './migrations/migrate.ts';
import { insertNote } from './materials.ts';
import { matchPassages, openScope } from './match-passages.ts';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import { insertPassages } from './passages.ts';
import type { Database } from './sql.ts';

const now = '2026-11-21T00:00:00.000Z';
let db: Database;

beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  await migrate(db, { now });
  for (const [index, accountId] of ['a', 'b'].entries()) {
    const containerId = `c${accountId}`;
    await insertAccount(db, { id: accountId, name: '', now });
    await insertContainer(db, { id: containerId, accountId, name: 'Birds', description: '', now });
    await insertNote(db, { id: `n${accountId}`, accountId, containerId, content: 'Heron', now });
    const place = { material: index + 1, container: index + 1 };
    await insertPassages(db, [{ ...place, passages: [passageWith('heron')] }]);
  }
});
afterEach(() => db.close());

async function found() {
  return matchPassages(await openScope(db, [1, 2]), { terms: ['heron'], limit: 10 });
}

describe('deleting', () => {
  it.each([
    ['a Memory', () => db.transaction((queries) => deleteContainerRow(queries, 'ca'))],
    ['an account', () => db.transaction((queries) => deleteAccount(queries, 'a'))],
  ])('%s removes its passages from the index, and no others', async (_name, remove) => {
    expect(await found()).toHaveLength(2);

    await remove();

    expect((await found()).map(({ id }) => id)).toEqual([2]);
    expect(await containersOf(db, 'a')).toEqual([]);
    expect(await containersOf(db, 'b')).toHaveLength(1);
  });
});
