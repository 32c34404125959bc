/** The entries of a new batch: each page once, and what no service could take refused beforehand. */
import type { BatchEntry } from '../../contracts/batches.ts';
import type { AppError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { linkMaterial } from '../outbox/link-material.ts';
import { cutText, cutTitle } from '../text/cut-text.ts';
import { tabObstacle } from './tab-obstacle.ts';

/** One address that the person chose; without a tab its service reads it. */
export type Chosen = { url: string; title: string; tabId: number | null };

export type NewEntries = {
  entries: BatchEntry[];
  /** Addresses that were left out because the same page stands further ahead. */
  folded: number;
};

/** Gives the entries in the order chosen; `newId` gives a UUID for each. */
export function newEntries(
  chosen: Iterable<Chosen>,
  { batchId, newId }: { batchId: string; newId: () => string },
): NewEntries {
  const entries: BatchEntry[] = [];
  const seen = new Set<string>();
  let folded = 0;
  for (const { url, title, tabId } of chosen) {
    const key = customIdOf({ url, canonicalLink: null });
    if (seen.has(key)) {
      folded += 1;
      continue;
    }
    seen.add(key);
    const error = tabId === null ? linkObstacle(url) : tabObstacle(url);
    entries.push({
      id: newId(),
      batchId,
      order: entries.length,
      url: cutText(url, longestUrl),
      title: cutTitle(title),
      tabId,
      status: error === null ? 'waiting' : 'refused',
      error,
    });
  }
  return { entries, folded };
}

/** What is too long to be sent is kept long enough to be told from others: a bookmarklet may hold a whole program. */
const longestUrl = serviceLimits.urlLength * 2;

function linkObstacle(url: string): AppError | null {
  const material = linkMaterial({ url, title: null, now: 0 });
  return material.ok ? null : material.error;
}
