import { memoryNameKey } from '../../../lib/text/memory-name.ts';
import type { Containers } from '../port/library.ts';
import { containerRow, countedContainerRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

const SELECT_CONTAINER = 'SELECT seq, id, name, description FROM containers WHERE account_id = ?';
const selectAll = query(`${SELECT_CONTAINER} ORDER BY seq`, containerRow);
const selectByName = query(`${SELECT_CONTAINER} AND name_key = ?`, containerRow);

const COUNT_MATERIALS = '(SELECT count(*) FROM materials WHERE container_id = c.id AND kind =';
const selectCounted = query(
  `SELECT c.id, c.name, c.description, ${COUNT_MATERIALS} 'document') AS documents,
     ${COUNT_MATERIALS} 'note') AS notes, (SELECT count(*) FROM facts WHERE container_id = c.id) AS facts
   FROM containers c WHERE c.account_id = ? ORDER BY c.seq`,
  countedContainerRow,
);

export function containersOn(queries: Queries, accountId: string): Containers {
  return {
    all: () => queries.all(selectAll, [accountId]),
    byName: (name) => queries.get(selectByName, [accountId, memoryNameKey(name)]),
    counted: () => queries.all(selectCounted, [accountId]),
    async insert({ now, ...container }) {
      const changes = await insertRow(queries, 'containers', {
        ...container,
        accountId,
        nameKey: memoryNameKey(container.name),
        createdAt: now,
        onConflict: 'ON CONFLICT (account_id, name_key) DO NOTHING',
      });
      return changes === 1;
    },
    async update(id, { name, description }) {
      const changes = await queries.run(
        `UPDATE OR IGNORE containers SET name = ?, name_key = ?, description = ?
         WHERE id = ? AND +account_id = ?`,
        [name, memoryNameKey(name), description, id, accountId],
      );
      return changes === 1;
    },
    async delete(id) {
      await queries.run('DELETE FROM containers WHERE id = ? AND +account_id = ?', [id, accountId]);
    },
  };
}
