/** Which sites the browser has to allow before the tabs of a batch can be read, and which it may take back. */
import type { Batch } from '../../contracts/batches.ts';
import { everySite, originPattern } from '../connections/origins.ts';
import { readingOriginOf } from '../outbox/reading-origin.ts';
import { isEnded } from './progress.ts';

/** The origins of addresses of the web, one for each permission the browser knows. */
export function originsOfUrls(urls: Iterable<string>): string[] {
  const byPattern = new Map<string, string>();
  for (const url of urls) {
    if (!URL.canParse(url)) continue;
    const { origin, protocol } = new URL(url);
    if (protocol === 'http:' || protocol === 'https:') byPattern.set(originPattern(origin), origin);
  }
  return [...byPattern.values()];
}

/** The origins at which this device reads addresses of the web, as `originsOfUrls` gives them. */
export function originsReadAt(urls: Iterable<string>): string[] {
  return originsOfUrls([...urls].map((url) => (isOfWeb(url) ? readingOriginOf(url) : url)));
}

function isOfWeb(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

/** Whether this device fetches its addresses itself: only those that were learned were fetched then. */
export function isFetchedHere({
  origins,
  readsHere,
}: Pick<Batch, 'origins' | 'readsHere'>): boolean {
  return readsHere === true || origins.includes(everySite);
}

/**
 * Parts what a batch had borrowed: what another that is not over reads at goes over to that one, the rest back to the
 * browser.
 */
export function handOn(
  borrowed: readonly string[],
  others: readonly Batch[],
): { released: string[]; inherited: Map<string, string[]> } {
  const released: string[] = [];
  const inherited = new Map<string, string[]>();
  for (const origin of borrowed) {
    const heir = others.find(
      (batch) => !isEnded(batch) && batch.origins.some((one) => covers(origin, one)),
    );
    if (heir === undefined) released.push(origin);
    else inherited.set(heir.id, [...(inherited.get(heir.id) ?? []), origin]);
  }
  return { released, inherited };
}

function covers(allowed: string, needed: string): boolean {
  if (allowed === everySite) return needed.startsWith('https:');
  return originPattern(allowed) === originPattern(needed);
}
