import type { Rules } from '../port/library.ts';
import { ruleRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

const SELECT_RULE = 'SELECT id, key_id, content, created_at FROM rules WHERE account_id = ?';
const selectAll = query(`${SELECT_RULE} ORDER BY seq`, ruleRow);
const selectForKey = query(
  `${SELECT_RULE} AND (key_id IS NULL OR key_id = ?) ORDER BY seq`,
  ruleRow,
);
const selectById = query(`${SELECT_RULE} AND id = ?`, ruleRow);

export function rulesOn(queries: Queries, accountId: string): Rules {
  return {
    all: () => queries.all(selectAll, [accountId]),
    for: (credentialId) => queries.all(selectForKey, [accountId, credentialId]),
    async insert({ now, ...rule }) {
      await insertRow(queries, 'rules', { ...rule, accountId, createdAt: now });
    },
    async update(id, content) {
      const sql = 'UPDATE rules SET content = ? WHERE id = ? AND account_id = ?';
      await queries.run(sql, [content, id, accountId]);
      return queries.get(selectById, [accountId, id]);
    },
    async delete(id) {
      const sql = 'DELETE FROM rules WHERE id = ? AND account_id = ?';
      return (await queries.run(sql, [id, accountId])) === 1;
    },
  };
}
