import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { ok } from '../../lib/contract/result.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { sentenceEnds } from '../../lib/text/sentences.ts';
import { containersInReach } from '../auth/access.ts';
import { searchMemories } from '../search/search-memories.ts';
import { checkQuery } from './checks.ts';
import { accountOf, defineOperation, named } from './operation.ts';
import { searchedContainer, searchHit } from './search.ts';

const RECENT_NOTES = 20;
/** In UTF-16 code units. Longer notes are cut, after a sentence if possible, to keep the profile short. */
const MAX_NOTE_LENGTH = 600;

const profileItem = named(
  'ProfileItem',
  z.looseObject({
    id: z.string(),
    content: z.string(),
    container_name: z.string(),
    saved_at: z.string(),
    truncated: z.optional(z.literal(true)),
  }),
);
export const profileAnswer = named(
  'Profile',
  z.looseObject({
    static: z.array(profileItem),
    dynamic: z.array(profileItem),
    results: z.array(searchHit),
    containers: z.array(searchedContainer),
  }),
);

export const getProfile = defineOperation({
  access: 'profile',
  input: z.object({ q: z.optional(z.string()) }),
  run: async (call, input) => {
    const asked = input.q?.trim() ?? '';
    const q = asked === '' ? ok(null) : checkQuery('q', asked);
    if (!q.ok) return q;
    const account = accountOf(call);
    const containers = await containersInReach(account, call.principal);
    const ids = containers.map(({ id }) => id);
    const facts = await account.facts.in(ids);
    const notes = await account.notes.recent(ids, RECENT_NOTES);
    const limit = serviceLimits.searchLimitDefault;
    const found =
      q.value === null
        ? { results: [], containers: [] }
        : (
            await searchMemories(call.context, {
              account,
              caller: call.principal.credentialId,
              containers,
              q: q.value,
              limit,
            })
          ).answer;
    return ok({ static: facts.map(describeFact), dynamic: notes.map(describeNote), ...found });
  },
  rest: {
    method: 'get',
    path: '/v1/profile',
    openapi: {
      id: 'getProfile',
      tag: 'Recall',
      description:
        `\`static\` holds every standing fact, whole. \`dynamic\` holds the ${RECENT_NOTES} newest notes: one longer than ` +
        `${MAX_NOTE_LENGTH} characters is cut and has \`truncated\`, and search finds the rest.`,
      fields: { q: { maxLength: serviceLimits.queryLength } },
      answers: { 200: [profileAnswer] },
      errors: [400],
    },
  },
  tool: {
    name: 'get_profile',
    title: 'Get the profile',
    description:
      'Returns what is known about the person: `static` holds their standing facts, `dynamic` what is current. Call it ' +
      'once, at the start of a session. A note in `dynamic` with `truncated` is longer; search finds the rest.',
    args: { q: { description: 'Adds the passages that match this query, as `results`.' } },
  },
});

type Item = Readonly<Record<'id' | 'content' | 'container_name' | 'saved_at', string>>;

function describeFact({ id, content, container_name, saved_at }: Item): Item {
  return { id, content: content.trim(), container_name, saved_at };
}

function describeNote(note: Item) {
  const item = describeFact(note);
  return item.content.length > MAX_NOTE_LENGTH
    ? { ...item, content: beginningOf(item.content), truncated: true }
    : item;
}

function beginningOf(content: string): string {
  const ends = sentenceEnds(content.slice(0, 2 * MAX_NOTE_LENGTH));
  const end = ends.findLast((at) => at <= MAX_NOTE_LENGTH);
  return end === undefined
    ? `${cutText(content, MAX_NOTE_LENGTH).trimEnd()}…`
    : `${content.slice(0, end)} …`;
}
