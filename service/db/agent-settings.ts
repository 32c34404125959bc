/** What each account's owner chose to answer when the agent is asked. */
import * as z from 'zod/mini';
import { agentModeSchema, type AgentMode } from '../../lib/contracts/owner-api.ts';
import { query, type Queries } from './port.ts';

const selectMode = query(
  'SELECT mode FROM agent_settings WHERE account_id = ?',
  z.object({ mode: agentModeSchema }),
);

/** Gives the choice; `quotation` where none was made. */
export async function agentModeOf(queries: Queries, accountId: string): Promise<AgentMode> {
  return (await queries.get(selectMode, [accountId]))?.mode ?? 'quotation';
}

/** Stores the choice. */
export async function setAgentMode(
  queries: Queries,
  accountId: string,
  mode: AgentMode,
): Promise<void> {
  await queries.run(
    `INSERT INTO agent_settings (account_id, mode) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET mode = excluded.mode`,
    [accountId, mode],
  );
}
