import type { Rules } from '../port/library.ts';
import { ruleRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

const SELECT_RULE = 'SELECT id, key_id, content, created_at FROM rules WHERE account_id = $1';
const selectAll = query(`${SELECT_RULE} ORDER BY seq`, ruleRow);
const selectForKey = query(
  `${SELECT_RULE} AND (key_id IS NULL OR key_id = $2) ORDER BY seq`,
  ruleRow,
);
const selectById = query(`${SELECT_RULE} AND id = $2`, ruleRow);

export function rulesOn(queries: Queries, accountId: string): Rules {
  return {
    all: () => queries.all(selectAll, [accountId]),
    for: (credentialId) => queries.all(selectForKey, [accountId, credentialId]),
    async insert({ now, ...rule }) {
      await insertRow(queries, 'rules', { ...rule, accountId, createdAt: now });
    },
    async update(id, content) {
      const sql = 'UPDATE rules SET content = $3 WHERE account_id = $1 AND id = $2';
      await queries.run(sql, [accountId, id, content]);
      return queries.get(selectById, [accountId, id]);
    },
    async delete(id) {
      const sql = 'DELETE FROM rules WHERE account_id = $1 AND id = $2';
      return (await queries.run(sql, [accountId, id])) === 1;
    },
  };
}
