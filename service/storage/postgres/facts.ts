import type { Facts } from '../port/library.ts';
import { factRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

const SELECT_FACT = `
  SELECT f.seq, f.id, f.content, c.name AS container_name, f.saved_at
  FROM facts f JOIN containers c ON c.account_id = f.account_id AND c.id = f.container_id WHERE f.account_id = $1`;
const selectEqual = query(`${SELECT_FACT} AND f.container_id = $2 AND f.content = $3`, factRow);
const selectById = query(`${SELECT_FACT} AND f.container_id = $2 AND f.id = $3`, factRow);
const selectIn = query(
  `${SELECT_FACT} AND f.container_id = ANY ($2::text[]) ORDER BY f.seq`,
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
    byId: (id, containerId) => queries.get(selectById, [accountId, containerId, id]),
    in: (containerIds) => queries.all(selectIn, [accountId, containerIds]),
    async delete(seq) {
      await queries.run('DELETE FROM facts WHERE account_id = $1 AND seq = $2', [accountId, seq]);
    },
  };
}
