import * as z from 'zod/mini';
import { insertRow, query, type Queries } from './sql.ts';

const ruleRow = z.object({
  id: z.string(),
  key_id: z.nullable(z.string()),
  content: z.string(),
  created_at: z.string(),
});
export type RuleRow = z.infer<typeof ruleRow>;

const SELECT_RULE = 'SELECT id, key_id, content, created_at FROM rules WHERE account_id = ?';
const selectForKey = query(
  `${SELECT_RULE} AND (key_id IS NULL OR key_id = ?) ORDER BY seq`,
  ruleRow,
);

export const rulesOf = (queries: Queries, accountId: string) =>
  queries.all(query(`${SELECT_RULE} ORDER BY seq`, ruleRow), [accountId]);

export const rulesFor = (queries: Queries, accountId: string, credentialId: string) =>
  queries.all(selectForKey, [accountId, credentialId]);

interface NewRule extends Readonly<Record<'id' | 'accountId' | 'content' | 'now', string>> {
  readonly keyId: string | null;
}

export const insertRule = (queries: Queries, { now, ...rule }: NewRule) =>
  insertRow(queries, 'rules', { ...rule, createdAt: now });

export async function deleteRule(
  queries: Queries,
  id: string,
  accountId: string,
): Promise<boolean> {
  const sql = 'DELETE FROM rules WHERE id = ? AND account_id = ?';
  return (await queries.run(sql, [id, accountId])) === 1;
}

/** Updates a rule. Call it in a transaction. */
export async function updateRule(
  queries: Queries,
  { id, accountId, content }: Pick<NewRule, 'id' | 'accountId' | 'content'>,
): Promise<RuleRow | undefined> {
  const sql = 'UPDATE rules SET content = ? WHERE id = ? AND account_id = ?';
  await queries.run(sql, [content, id, accountId]);
  return queries.get(query(`${SELECT_RULE} AND id = ?`, ruleRow), [accountId, id]);
}
