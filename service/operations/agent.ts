import * as z from 'zod/mini';
import { askRequestSchema } from '../../lib/contract/memory-api.ts';
import { nothingFound } from '../../lib/contract/nothing-found.ts';
import { agentSettingsSchema, type AgentSettings } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { containersInReach } from '../auth/access.ts';
import { refuse } from '../refusal.ts';
import { searchMemories } from '../search/search-memories.ts';
import { agentSettingsOf, setAgentSettings } from '../storage/sqlite/accounts.ts';
import { checkQuery, queryField } from './checks.ts';
import { defineOperation, named, type Call } from './operation.ts';
import { searchedContainer, searchHit } from './search.ts';

export const agentAnswer = named(
  'AgentAnswer',
  z.looseObject({
    answer: z.string(),
    sources: z.array(searchHit),
    agent: z.string(),
    containers: z.array(searchedContainer),
  }),
);

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
      return refuse('incapable', 'The owner has turned the agent off.');
    }
    const containers = await containersInReach(context.db, principal);
    const found = await searchMemories(context, { containers, q: message, limit: PASSAGES });
    // Without passages a model would answer from its training data.
    const answered =
      found.results.length === 0
        ? ok({ answer: nothingFound, sources: [] })
        : await agent.answer({ message, passages: found.results });
    return answered.ok
      ? ok({ ...answered.value, agent: agent.name, containers: found.containers })
      : answered;
  },
  rest: {
    method: 'post',
    path: '/v1/ask',
    from: 'body',
    openapi: {
      id: 'ask',
      tag: 'Recall',
      fields: { message: queryField },
      answers: { 200: [agentAnswer] },
      errors: [400, 422],
    },
  },
  tool: {
    name: 'ask_agent',
    title: 'Ask the agent',
    description:
      "Asks the agent of the person's memory a question. It answers from their Memories, with the passages it used as " +
      '`sources`. It takes longer than a search, and only a few can run at once. Name the Memory (`container_name`) of ' +
      'the sources when you report the answer.',
    // The owner can choose a model that runs elsewhere.
    opensWorld: true,
    args: { message: { description: 'The question, complete in itself.' } },
  },
});

export const getAgent = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async (call) => ok(withoutKey(await settingsInUse(call))),
  rest: { method: 'get', path: '/owner/agent', from: 'url' },
});

export const setAgent = defineOperation({
  access: 'owner',
  input: agentSettingsSchema,
  run: async ({ context, principal }, settings) => {
    await setAgentSettings(context.db, principal.accountId, settings);
    return ok(withoutKey(settings));
  },
  rest: { method: 'put', path: '/owner/agent', from: 'body' },
});

/** For a form that never shows the stored key: it is kept unless the address changes or a new key is sent. */
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

/** The key is never sent back. */
function withoutKey(settings: AgentSettings) {
  if (settings.mode !== 'model') return settings;
  const { key, ...shown } = settings;
  return { ...shown, has_key: key !== undefined };
}
