import * as z from 'zod/mini';
import { askRequestSchema } from '../../lib/contract/memory-api.ts';
import { nothingFound } from '../../lib/contract/nothing-found.ts';
import { agentSettingsSchema, type AgentSettings } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { containersInReach } from '../auth/access.ts';
import { refuse } from '../refusal.ts';
import { searchMemories } from '../search/search-memories.ts';
import { isOperator } from './accounts.ts';
import { checkQuery, queryField } from './checks.ts';
import { accountOf, defineOperation, named, type Call } from './operation.ts';
import { searchedContainer, searchHit } from './search.ts';

export const agentAnswer = named(
  'AgentAnswer',
  z.looseObject({
    answer: z.string(),
    /** False if no result answers the question; `sources` then lists related passages. */
    answered: z.optional(z.boolean()),
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
  run: async ({ context, principal, signal, onText }, { message }) => {
    const checked = checkQuery('message', message);
    if (!checked.ok) return checked;
    const agent = context.chooseAgent(
      await settingsInUse({ context, principal }),
      principal.accountId,
    );
    if (agent === null) {
      return refuse('incapable', 'The owner has turned the agent off.');
    }
    const account = accountOf({ context, principal });
    const containers = await containersInReach(account, principal);
    const { answer: found, counts } = await searchMemories(context, {
      account,
      caller: principal.credentialId,
      containers,
      q: message,
      isPlain: true,
      limit: PASSAGES,
    });
    // Without passages a model would answer from its training data.
    const answered =
      found.results.length === 0
        ? ok({ answer: nothingFound, sources: [], answered: false })
        : await agent.answer({
            message,
            passages: found.results,
            counts,
            signal,
            onText,
          });
    return answered.ok
      ? ok({ ...answered.value, agent: agent.name, containers: found.containers })
      : answered;
  },
  rest: {
    method: 'post',
    path: '/v1/ask',
    from: 'body',
    streams: true,
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
    // The owner may have chosen a model that runs elsewhere.
    opensWorld: true,
    args: { message: { description: 'The question, complete in itself.' } },
  },
});

export const getAgent = defineOperation({
  input: z.strictObject({}),
  run: async (call) => ok(withoutKey(await settingsInUse(call))),
  rest: { method: 'get', path: '/owner/agent' },
});

export const setAgent = defineOperation({
  input: agentSettingsSchema,
  run: async (call, settings) => {
    const checked = await checkEndpoint(call, settings);
    if (!checked.ok) return checked;
    await accountOf(call).agentSettings.set(settings);
    return ok(withoutKey(settings));
  },
  rest: { method: 'put', path: '/owner/agent', from: 'body' },
});

/**
 * Used by a form that never shows the stored key. Keeps the key unless the owner removes or replaces it, or changes the
 * address.
 */
export const setAgentKeepingKey = defineOperation({
  input: z.strictObject({ settings: agentSettingsSchema, isKeyForgotten: z.boolean() }),
  run: async (call, { settings, isKeyForgotten }) => {
    const checked = await checkEndpoint(call, settings);
    if (!checked.ok) return checked;
    const { context, principal } = call;
    const operator = await isOperator(context.storage.accounts, principal.accountId);
    return accountOf(call).transaction(async ({ agentSettings }) => {
      const own = await agentSettings.get();
      const before = own ?? context.defaultAgent;
      const stored = before.mode === 'model' ? before.key : undefined;
      const isKept =
        !isKeyForgotten &&
        stored !== undefined &&
        before.mode === 'model' &&
        settings.mode === 'model' &&
        settings.key === undefined &&
        settings.address === before.address;
      // The default is the operator's: another account can use it as it is, but not take its key.
      const isOthers = own === null && !operator;
      if (isOthers && isKept && settings.model === before.model) return ok({ is_key_gone: false });
      const chosen = isKept && !isOthers ? { ...settings, key: stored } : settings;
      await agentSettings.set(chosen);
      const hasKey = chosen.mode === 'model' && chosen.key !== undefined;
      return ok({ is_key_gone: stored !== undefined && !hasKey });
    });
  },
});

async function checkEndpoint({ context, principal }: Call, settings: AgentSettings) {
  if (settings.mode !== 'model') return ok(null);
  return context.endpoints.check({ accountId: principal.accountId, address: settings.address });
}

async function settingsInUse(call: Call): Promise<AgentSettings> {
  return (await accountOf(call).agentSettings.get()) ?? call.context.defaultAgent;
}

/** Removes the key, which is never sent back. */
function withoutKey(settings: AgentSettings) {
  if (settings.mode !== 'model') return settings;
  const { key, ...shown } = settings;
  return { ...shown, has_key: key !== undefined };
}
