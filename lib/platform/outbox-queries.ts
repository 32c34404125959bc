/** What is asked of the stored outbox; text is read one item at a time, and only where rows are shown. */
import type { IDBPObjectStore, StoreNames } from 'idb';
import type { KeptStatus, OutboxItem, OutboxList, OutboxView } from '../contracts/outbox.ts';
import type { Owned } from '../core/connections/ownership.ts';
import { lanesOf } from '../core/outbox/schedule.ts';
import { storageFigures, type StorageLimits, type Usage } from '../core/outbox/storage.ts';
import { isKept, type KeptItem, viewOf } from '../core/outbox/view.ts';
import type { KeepsakeDatabase, KeepsakeSchema } from './database.ts';
import type { RowReader } from './outbox-rows.ts';

/** States in which there is still something to do without the person. */
const activeStatuses = ['requested', 'captured', 'sending', 'waiting', 'learning'] as const;
/** All that is under way or needs the person. */
const openStatuses = [...activeStatuses, 'refused', 'paused'] as const;
/** How many of those that are done the list shows. */
const listedFinished = 200;

export type QueryOptions = {
  database: () => Promise<KeepsakeDatabase>;
  read: RowReader;
  limits: StorageLimits;
};

export function createOutboxQueries({ database, read, limits }: QueryOptions) {
  async function withStatus<T>(
    statuses: readonly KeptStatus[],
    give: (item: KeptItem) => T,
  ): Promise<T[]> {
    const tx = (await database()).transaction('outbox');
    const given: T[] = [];
    for (const status of statuses) {
      let row = await tx.store.index('by-status').openCursor(status);
      for (; row !== null; row = await row.continue()) {
        const item = read.one(row.value);
        if (item !== null && isKept(item)) given.push(give(item));
      }
    }
    return given;
  }

  async function latestFinished(): Promise<OutboxView[]> {
    const tx = (await database()).transaction('outbox');
    const views: OutboxView[] = [];
    let row = await tx.store.index('by-finished').openCursor(null, 'prev');
    for (; row !== null && views.length < listedFinished; row = await row.continue()) {
      const item = read.one(row.value);
      if (item !== null && isKept(item)) views.push(viewOf(item));
    }
    return views;
  }

  async function usage(): Promise<Usage> {
    return usageOf((await database()).transaction('outbox').store);
  }

  /** Every row of a page, discarded ones too, newest first, by the identity of the tab's address or of the page. */
  async function rowsOfPage(pageKey: string): Promise<OutboxItem[]> {
    const tx = (await database()).transaction('outbox');
    const [byAddress, byIdentity] = await Promise.all([
      tx.store.index('by-page').getAll(pageKey),
      tx.store.index('by-custom-id').getAll(pageKey),
    ]);
    const rows = new Map([...byAddress, ...byIdentity].map((row) => [row.id, row]));
    return read.many([...rows.values()]).sort(newestFirst);
  }

  return {
    /** All that is under way or needs the person, and the latest of what is done, newest first. */
    async list(): Promise<OutboxList> {
      const [open, finished, used] = await Promise.all([
        withStatus(openStatuses, viewOf),
        latestFinished(),
        usage(),
      ]);
      const items = [...open, ...finished].sort(newestFirst);
      return { items, storage: storageFigures(used, limits) };
    },

    /** Ids of the items that the service took and could not make findable; no item is read. */
    async unlearned(): Promise<string[]> {
      const index = (await database()).transaction('outbox').store.index('by-status');
      const ids = await Promise.all([index.getAllKeys('failed'), index.getAllKeys('canceled')]);
      return ids.flat();
    },

    /** Items that can be worked on at `now`, those that have waited longest first, and the line each stands in. */
    async due(now: number): Promise<{ id: string; lane: string }[]> {
      const tx = (await database()).transaction('outbox');
      // An array is greater than every string, so this takes in all lines of the moment.
      const range = IDBKeyRange.upperBound([now, []]);
      const due: { id: string; lane: string }[] = [];
      let entry = await tx.store.index('by-due').openKeyCursor(range);
      for (; entry !== null; entry = await entry.continue()) {
        due.push({ id: entry.primaryKey, lane: entry.key[1] });
      }
      return due;
    },

    /** When the next item can be worked on, of those that `isLeftOut` does not name; null where none can. */
    async nextDue(isLeftOut: (id: string) => boolean): Promise<number | null> {
      const tx = (await database()).transaction('outbox');
      let entry = await tx.store.index('by-due').openKeyCursor();
      while (entry !== null && isLeftOut(entry.primaryKey)) entry = await entry.continue();
      return entry === null ? null : entry.key[0];
    },

    /** Items with work left, oldest first. */
    async active(): Promise<OutboxView[]> {
      return (await withStatus(activeStatuses, viewOf)).sort((a, b) => -newestFirst(a, b));
    },

    /** What its home does not have yet, and what is paused. */
    owned: (): Promise<Owned[]> =>
      withStatus(openStatuses, ({ id, connectionId, state, material }) => ({
        id,
        connectionId,
        state,
        hasText: material !== null,
      })),

    /**
     * How many pages of a connection are on their way to be found: to be sent at once, being sent or learned. The
     * indexes tell all but the kind of what is sent, for which its row is read.
     */
    async countLearning(connectionId: string): Promise<number> {
      const tx = (await database()).transaction('outbox');
      const byStatus = tx.store.index('by-status');
      const statuses = ['captured', 'sending', 'learning'] as const;
      const ids = await Promise.all(statuses.map((status) => byStatus.getAllKeys(status)));
      const lanes = new Map<string, string>();
      let entry = await tx.store.index('by-due').openKeyCursor();
      for (; entry !== null; entry = await entry.continue()) {
        lanes.set(entry.primaryKey, entry.key[1]);
      }
      let count = 0;
      for (const id of ids.flat()) {
        const lane = lanes.get(id);
        if (lane === lanesOf(connectionId).watching) count += 1;
        if (lane !== lanesOf(connectionId).sending) continue;
        if ((await tx.store.get(id))?.kind === 'page') count += 1;
      }
      return count;
    },

    /** How many rows stand in each state; no row is read. */
    async countByStatus(): Promise<Record<string, number>> {
      const index = (await database()).transaction('outbox').store.index('by-status');
      const counts: Record<string, number> = {};
      let entry = await index.openKeyCursor(null, 'nextunique');
      for (; entry !== null; entry = await entry.continue()) {
        counts[entry.key] = await index.count(entry.key);
      }
      return counts;
    },

    async idsWaiting(): Promise<string[]> {
      return (await database()).getAllKeysFromIndex('outbox', 'by-status', 'waiting');
    },

    /** Ids of every item of a Memory, discarded ones too, in no order. */
    async idsOfMemory(memoryId: string): Promise<string[]> {
      const tx = (await database()).transaction('outbox');
      const ids: string[] = [];
      for (let row = await tx.store.openCursor(); row !== null; row = await row.continue()) {
        if (read.one(row.value)?.container.id === memoryId) ids.push(row.primaryKey);
      }
      return ids;
    },

    /** Saves and notes of a page that were not discarded, newest first. */
    ofPage: async (pageKey: string): Promise<KeptItem[]> =>
      (await rowsOfPage(pageKey)).filter(isKept),

    rowsOfPage,
  };
}

type Stores = ArrayLike<StoreNames<KeepsakeSchema>>;

/** Adds up the keys of an index, so that no text is read. */
export async function usageOf<Names extends Stores, Mode extends IDBTransactionMode>(
  store: IDBPObjectStore<KeepsakeSchema, Names, 'outbox', Mode>,
): Promise<Usage> {
  const usage = { items: 0, bytes: 0 };
  let entry = await store.index('by-unsent-bytes').openKeyCursor();
  for (; entry !== null; entry = await entry.continue()) {
    usage.items += 1;
    usage.bytes += entry.key;
  }
  return usage;
}

function newestFirst(a: Pick<OutboxItem, 'createdAt'>, b: Pick<OutboxItem, 'createdAt'>): number {
  return b.createdAt - a.createdAt;
}
