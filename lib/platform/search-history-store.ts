/** The searches kept on this device, in no home and in no export; gone with everything else that is forgotten. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import {
  keptSearchSchema,
  mostSearches,
  noHistory,
  type SearchHistory,
} from '../contracts/recall-history.ts';
import { createTurns } from '../core/in-turn.ts';

const key = 'search-history.v1';

/** Searches are parsed one by one, so that one that cannot be read costs no other. */
const frameSchema = z.object({ remembers: z.boolean(), searches: z.array(z.unknown()) });

/** Makes the store; what is not of its form is reported and left out. */
export function createSearchHistoryStore(reportCorrupt: () => void) {
  /** One after another, so that no change is lost between its reading and its writing. */
  const inTurn = createTurns();

  async function load(): Promise<SearchHistory> {
    const { [key]: raw } = await browser.storage.local.get(key);
    if (raw === undefined) return noHistory;
    const frame = z.safeParse(frameSchema, raw);
    if (!frame.success) {
      reportCorrupt();
      return noHistory;
    }
    const { remembers } = frame.data;
    const searches = frame.data.searches.flatMap(
      (row) => z.safeParse(keptSearchSchema, row).data ?? [],
    );
    if (searches.length < frame.data.searches.length) reportCorrupt();
    return { remembers, searches: searches.slice(0, mostSearches) };
  }

  return {
    read: (): Promise<SearchHistory> => inTurn(load),

    update: (change: (history: SearchHistory) => SearchHistory): Promise<SearchHistory> =>
      inTurn(async () => {
        const before = await load();
        const history = change(before);
        if (history !== before) await browser.storage.local.set({ [key]: history });
        return history;
      }),
  };
}
