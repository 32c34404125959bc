/** What each account's owner chose to answer when the agent is asked. */
import * as z from 'zod/mini';
import { agentSettingsSchema, type AgentSettings } from '../../lib/contracts/owner-api.ts';
import { query, type Queries } from './port.ts';

const selectSettings = query(
  'SELECT settings FROM agent_settings WHERE account_id = ?',
  z.object({ settings: z.string() }),
);

/** Gives the choice; null where none was made. */
export async function agentSettingsOf(
  queries: Queries,
  accountId: string,
): Promise<AgentSettings | null> {
  const row = await queries.get(selectSettings, [accountId]);
  if (row === undefined) return null;
  return z.parse(agentSettingsSchema, JSON.parse(row.settings));
}

/** Stores the choice in place of the one before. */
export async function setAgentSettings(
  queries: Queries,
  accountId: string,
  settings: AgentSettings,
): Promise<void> {
  await queries.run(
    `INSERT INTO agent_settings (account_id, settings) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings`,
    [accountId, JSON.stringify(settings)],
  );
}
