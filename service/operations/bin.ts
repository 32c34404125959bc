/** The bin: deleted items, which the owner can restore for 30 days. */
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contract/result.ts';
import { timestamp, type Clock } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { AccountAreas, Storage } from '../storage/port/storage.ts';
import { askForGood, isConfirmed } from './checks.ts';
import { accountOf, defineOperation, type Call } from './operation.ts';

/** Must match the documentation and the confirmation messages. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Entries that were deleted then or earlier have expired. */
function oldestKept(clock: Clock): string {
  return timestamp(clock, -KEPT_MS);
}

/**
 * Removes what has been in a bin for 30 days, in all accounts except suspended ones. Waits for the transactions of each
 * account it changes.
 */
export function purgeBins(storage: Storage, clock: Clock): Promise<void> {
  return storage.purgeBins(oldestKept(clock));
}

/** Copies an item to the bin, then deletes it with `remove`. Returns the entry's id; undefined if there is no item. */
export async function moveToBin(
  call: Call,
  itemId: string,
  remove: (areas: AccountAreas) => Promise<void>,
): Promise<string | undefined> {
  const { newId, clock, learner } = call.context;
  const id = newId();
  const binId = await accountOf(call).transaction(async (areas) => {
    await areas.bin.purge(oldestKept(clock));
    if (!(await areas.bin.put({ id, itemId, now: timestamp(clock) }))) return undefined;
    await remove(areas);
    return id;
  });
  // It also updates the word counts.
  learner.wake();
  return binId;
}

export const listBin = defineOperation({
  input: z.strictObject({}),
  run: async (call) => {
    const oldest = oldestKept(call.context.clock);
    const entries = await accountOf(call).bin.all();
    // The service removes expired ones only now and then.
    return ok({ entries: entries.filter(({ deleted_at }) => deleted_at > oldest) });
  },
  rest: { method: 'get', path: '/owner/bin' },
});

export const restore = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: async (call, { id }) => {
    const { clock } = call.context;
    const restored = await accountOf(call).transaction(async ({ bin }) => {
      await bin.purge(oldestKept(clock));
      return bin.restore({ id, now: timestamp(clock) });
    });
    if (restored === undefined) return refuse('unknown', 'Nothing in the bin has this id.');
    call.context.learner.wake();
    return ok(restored);
  },
  rest: { method: 'post', path: '/owner/bin/{id}/restore' },
});

export const emptyTheBin = defineOperation({
  input: z.strictObject({ id: z.optional(z.string()), confirm: z.optional(z.string()) }),
  run: async (call, { id = null, confirm }): Promise<Result<object, Refusal>> => {
    if (!isConfirmed(confirm)) {
      return askForGood(id === null ? 'everything in the bin' : 'an entry of the bin');
    }
    return ok({ status: 'deleted', entries: await accountOf(call).bin.empty(id) });
  },
  rest: { method: 'delete', path: '/owner/bin' },
});
