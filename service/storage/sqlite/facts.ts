import type { Facts } from '../port/library.ts';
import { factRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

const SELECT_FACT = `
  SELECT f.seq, f.id, f.content, c.name AS container_name, f.saved_at
  FROM facts f JOIN containers c ON c.id = f.container_id WHERE f.account_id = ?`;
const selectEqual = query(`${SELECT_FACT} AND f.container_id = ? AND f.content = ?`, factRow);
const selectById = query(`${SELECT_FACT} AND f.id = ? AND f.container_id = ?`, factRow);
const selectIn = query(
  `${SELECT_FACT} AND f.container_id IN (SELECT value FROM json_each(?)) ORDER BY f.seq`,
  factRow,
);

export function factsOn(queries: Queries, accountId: string): Facts {
  return {
    async insert({ now, ...fact }) {
      const known = await queries.get(selectEqual, [accountId, fact.containerId, fact.content]);
      if (known !== undefined) return known.id;
      await insertRow(queries, 'facts', { ...fact, accountId, savedAt: now });
      return fact.id;
    },
    byId: (id, containerId) => queries.get(selectById, [accountId, id, containerId]),
    in: (containerIds) => queries.all(selectIn, [accountId, JSON.stringify(containerIds)]),
    async delete(seq) {
      await queries.run('DELETE FROM facts WHERE seq = ? AND account_id = ?', [seq, accountId]);
    },
  };
}
