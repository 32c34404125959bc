/** The profile: standing facts, what is current by recent notes, and passages where something is asked for. */
import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { ok } from '../../lib/contracts/result.ts';
import { cutText } from '../../lib/core/text/cut-text.ts';
import { sentenceEnds } from '../../lib/core/text/sentences.ts';
import { containersInReach } from '../auth/access.ts';
import { factsIn } from '../db/facts.ts';
import { recentNotes } from '../db/notes.ts';
import { searchMemories } from '../search/search-memories.ts';
import { defineOperation } from './operation.ts';
import { checkQuery } from './rules.ts';

const RECENT_NOTES = 20;
/** In UTF-16 code units. A longer note gives its first sentences, at least one of them. */
const ITEM_LENGTH = 600;

export const getProfile = defineOperation({
  access: 'profile',
  input: z.object({ q: z.optional(z.string()) }),
  run: async ({ context, principal }, input) => {
    const asked = input.q?.trim() ?? '';
    const q = asked === '' ? ok(null) : checkQuery('q', asked);
    if (!q.ok) return q;
    const containers = await containersInReach(context.db, principal);
    const ids = containers.map(({ id }) => id);
    const facts = await factsIn(context.db, ids);
    const notes = await recentNotes(context.db, ids, RECENT_NOTES);
    const limit = serviceLimits.searchLimitDefault;
    const found =
      q.value === null
        ? { results: [], containers: [] }
        : await searchMemories(context, { containers, q: q.value, limit });
    return ok({ static: facts.map(describeItem), dynamic: notes.map(describeItem), ...found });
  },
});

interface Item {
  readonly id: string;
  readonly content: string;
  readonly container_name: string;
  readonly saved_at: string;
}

function describeItem({ id, content, container_name, saved_at }: Item): Item {
  return { id, content: beginningOf(content.trim()), container_name, saved_at };
}

function beginningOf(content: string): string {
  if (content.length <= ITEM_LENGTH) return content;
  const end = sentenceEnds(content.slice(0, 2 * ITEM_LENGTH)).findLast((at) => at <= ITEM_LENGTH);
  return end === undefined
    ? `${cutText(content, ITEM_LENGTH).trimEnd()}…`
    : `${content.slice(0, end)} …`;
}
