/** Asking the agent, and the owner's choice of one. */
import * as z from 'zod/mini';
import { askRequestSchema } from '../../lib/contracts/memory-api.ts';
import { agentSettingsSchema, type AgentSettings } from '../../lib/contracts/owner-api.ts';
import { nothingFound } from '../../lib/contracts/nothing-found.ts';
import { ok } from '../../lib/contracts/result.ts';
import { containersInReach } from '../auth/access.ts';
import { agentSettingsOf, setAgentSettings } from '../db/agent-settings.ts';
import { refuse } from '../refusal.ts';
import { searchMemories } from '../search/search-memories.ts';
import { defineOperation, type Call } from './operation.ts';
import { checkQuery } from './rules.ts';

/** Passages the agent is given. */
const PASSAGES = 12;

export const askAgent = defineOperation({
  access: 'agent',
  input: askRequestSchema,
  isTurn: () => true,
  run: async ({ context, principal }, { message }) => {
    const checked = checkQuery('message', message);
    if (!checked.ok) return checked;
    const agent = context.chooseAgent(await settingsInUse({ context, principal }));
    if (agent === null) {
      return refuse('incapable', 'The owner of this memory has turned its agent off.');
    }
    const containers = await containersInReach(context.db, principal);
    const found = await searchMemories(context, { containers, q: message, limit: PASSAGES });
    // A model without passages would answer from what it has read elsewhere.
    const answered =
      found.results.length === 0
        ? ok({ answer: nothingFound, sources: [] })
        : await agent.answer({ message, passages: found.results });
    return answered.ok
      ? ok({ ...answered.value, agent: agent.name, containers: found.containers })
      : answered;
  },
});

export const getAgent = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async (call) => ok(withoutKey(await settingsInUse(call))),
});

export const setAgent = defineOperation({
  access: 'owner',
  input: agentSettingsSchema,
  run: async ({ context, principal }, settings) => {
    await setAgentSettings(context.db, principal.accountId, settings);
    return ok(withoutKey(settings));
  },
});

/**
 * The same from a form that never shows the key: one that is stored stays where none is typed, but never for another
 * address than the one it was typed for.
 */
export const setAgentKeepingKey = defineOperation({
  access: 'owner',
  input: z.object({ settings: agentSettingsSchema, isKeyForgotten: z.boolean() }),
  run: ({ context, principal }, { settings, isKeyForgotten }) =>
    context.db.transaction(async (queries) => {
      const { accountId } = principal;
      const before = (await agentSettingsOf(queries, accountId)) ?? context.defaultAgent;
      const stored = before.mode === 'model' ? before.key : undefined;
      const isKept =
        !isKeyForgotten &&
        stored !== undefined &&
        before.mode === 'model' &&
        settings.mode === 'model' &&
        settings.key === undefined &&
        settings.address === before.address;
      const chosen = isKept ? { ...settings, key: stored } : settings;
      await setAgentSettings(queries, accountId, chosen);
      const hasKey = chosen.mode === 'model' && chosen.key !== undefined;
      return ok({ is_key_gone: stored !== undefined && !hasKey });
    }),
});

async function settingsInUse({ context, principal }: Call): Promise<AgentSettings> {
  return (await agentSettingsOf(context.db, principal.accountId)) ?? context.defaultAgent;
}

/** What was given to be sent is not given back. */
function withoutKey(settings: AgentSettings) {
  if (settings.mode !== 'model') return settings;
  const { key, ...shown } = settings;
  return { ...shown, has_key: key !== undefined };
}
