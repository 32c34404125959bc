/** Asking the agent, and the owner's choice of one. */
import * as z from 'zod/mini';
import { askRequestSchema } from '../../lib/contracts/memory-api.ts';
import { agentSettingsSchema } from '../../lib/contracts/owner-api.ts';
import { ok } from '../../lib/contracts/result.ts';
import { containersInReach } from '../auth/access.ts';
import { agentModeOf, setAgentMode } from '../db/agent-settings.ts';
import { refuse } from '../refusal.ts';
import { searchMemories } from '../search/search-memories.ts';
import { defineOperation } from './operation.ts';
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
    const agent = context.agentFor(await agentModeOf(context.db, principal.accountId));
    if (agent === null) {
      return refuse('incapable', 'The owner of this memory has turned its agent off.');
    }
    const containers = await containersInReach(context.db, principal);
    const found = await searchMemories(context, { containers, q: message, limit: PASSAGES });
    const { answer, sources } = await agent.answer({ message, passages: found.results });
    return ok({ answer, sources, agent: agent.name, containers: found.containers });
  },
});

export const getAgentSettings = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async ({ context, principal }) =>
    ok({ mode: await agentModeOf(context.db, principal.accountId) }),
});

export const setAgentSettings = defineOperation({
  access: 'owner',
  input: agentSettingsSchema,
  run: async ({ context, principal }, { mode }) => {
    await setAgentMode(context.db, principal.accountId, mode);
    return ok({ mode });
  },
});
