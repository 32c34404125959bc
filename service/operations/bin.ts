/** The bin: deleted items, which the owner can restore for 30 days. */
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contract/result.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { Queries } from '../storage/sqlite/sql.ts';
import { binOf, emptyBin, purgeBin, putInBin, restoreFromBin } from '../storage/sqlite/bin.ts';
import { askForGood, isConfirmed } from './checks.ts';
import { defineOperation, type ServiceContext } from './operation.ts';

/** Copies an item to the bin, then deletes it with `remove`. Returns the entry's id; undefined if there is no item. */
export async function moveToBin(
  { db, newId, clock, learner }: ServiceContext,
  itemId: string,
  remove: (queries: Queries) => Promise<unknown>,
): Promise<string | undefined> {
  const id = newId();
  const binId = await db.transaction(async (queries) => {
    // Listing the bin purges it too, but on a server that might never happen.
    await purgeBin(queries, clock);
    if (!(await putInBin(queries, { id, itemId, now: timestamp(clock) }))) return undefined;
    await remove(queries);
    return id;
  });
  // It also updates the word counts.
  learner.wake();
  return binId;
}

export const listBin = defineOperation({
  input: z.strictObject({}),
  run: async ({ context: { db, clock }, principal }) => {
    await purgeBin(db, clock);
    return ok({ entries: await binOf(db, principal.accountId) });
  },
  rest: { method: 'get', path: '/owner/bin' },
});

export const restore = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: async ({ context: { db, clock, learner }, principal: { accountId } }, { id }) => {
    const restored = await db.transaction((queries) =>
      restoreFromBin(queries, { id, accountId, now: timestamp(clock) }),
    );
    if (restored === undefined) return refuse('unknown', 'Nothing in the bin has this id.');
    learner.wake();
    return ok(restored);
  },
  rest: { method: 'post', path: '/owner/bin/{id}/restore' },
});

export const emptyTheBin = defineOperation({
  input: z.strictObject({ id: z.optional(z.string()), confirm: z.optional(z.string()) }),
  run: async (
    { context: { db }, principal },
    { id = null, confirm },
  ): Promise<Result<object, Refusal>> => {
    if (!isConfirmed(confirm)) {
      return askForGood(id === null ? 'everything in the bin' : 'an entry of the bin');
    }
    return ok({ status: 'deleted', entries: await emptyBin(db, principal.accountId, id) });
  },
  rest: { method: 'delete', path: '/owner/bin' },
});
