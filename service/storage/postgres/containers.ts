import { memoryNameKey } from '../../../lib/text/memory-name.ts';
import type { Containers } from '../port/library.ts';
import { containerRow, countedContainerRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

const SELECT_CONTAINER = 'SELECT seq, id, name, description FROM containers WHERE account_id = $1';
const selectAll = query(`${SELECT_CONTAINER} ORDER BY seq`, containerRow);
const selectByName = query(`${SELECT_CONTAINER} AND name_key = $2`, containerRow);

const countIn = (table: string, where = 'true') =>
  `(SELECT count(*) FROM ${table} o WHERE o.account_id = c.account_id AND o.container_id = c.id AND ${where})`;
const selectCounted = query(
  `SELECT c.id, c.name, c.description, ${countIn('materials', "o.kind = 'document'")} AS documents,
     ${countIn('materials', "o.kind = 'note'")} AS notes, ${countIn('facts')} AS facts
   FROM containers c WHERE c.account_id = $1 ORDER BY c.seq`,
  countedContainerRow,
);

/**
 * Maximum number of passages whose postings are deleted one passage at a time, which takes about 1 ms each. Beyond it,
 * reading all postings of the account is faster, at 100 ms per million.
 */
const FEW = 1_000;
const DELETED = (how: string) =>
  `c.account_id = $1 AND c.id = $2 AND c.passages + c.dense_passages ${how} ${FEW}`;
/** A trigger deletes their postings. */
const DELETE_FEW_PASSAGES = `DELETE FROM passages p USING containers c JOIN materials m
    ON m.account_id = c.account_id AND m.container_id = c.id
  WHERE ${DELETED('<=')} AND p.account_id = $1 AND p.material = m.seq`;
const DELETE_MANY_POSTINGS = `DELETE FROM postings p USING containers c
  WHERE ${DELETED('>')} AND p.account_id = $1 AND p.container = c.seq`;

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
        `UPDATE containers SET name = $3, name_key = $4, description = $5 WHERE account_id = $1 AND id = $2
           AND NOT EXISTS (SELECT 1 FROM containers o WHERE o.account_id = $1 AND o.name_key = $4 AND o.id <> $2)`,
        [accountId, id, name, memoryNameKey(name), description],
      );
      return changes === 1;
    },
    async delete(id) {
      for (const deletion of [DELETE_FEW_PASSAGES, DELETE_MANY_POSTINGS])
        await queries.run(deletion, [accountId, id]);
      await queries.run('DELETE FROM containers WHERE account_id = $1 AND id = $2', [
        accountId,
        id,
      ]);
    },
  };
}
