import type { TabChoice, BookmarkFolder, BatchEntry } from './model.ts';
import { originsOfUrls } from '../url/origins.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import { type LiveItem, linkMaterial } from '../outbox/model.ts';
import type { BookmarkNode } from '../browser/bookmarks.ts';
import { type AppError, type CaptureError, appError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import { cutText, cutTitle } from '../text/cut-text.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';

type WindowTab = Pick<TabChoice, 'tabId' | 'url' | 'title' | 'isActive' | 'isAsleep'>;

type ChoicePorts = {
  savesOf: (pageKey: string) => Promise<Pick<LiveItem, 'kind' | 'state'>[]>;
  isOriginAllowed: (origin: string) => Promise<boolean>;
};

export function tabChoices(
  tabs: readonly WindowTab[],
  { savesOf, isOriginAllowed }: ChoicePorts,
): Promise<TabChoice[]> {
  return Promise.all(
    tabs.map(async (tab) => {
      const obstacle = tabObstacle(tab.url);
      const [origin] = originsOfUrls([tab.url]);
      const [saves, isAllowed] = await Promise.all([
        obstacle === null ? savesOf(pageKeyOf(tab.url)) : [],
        obstacle === null && origin !== undefined ? isOriginAllowed(origin) : false,
      ]);
      return { ...tab, obstacle, isAllowed, isSaved: saves.some(isThere) };
    }),
  );
}

/** Returns whether the page counts as saved. A note about the page doesn't count. */
function isThere({ kind, state }: Pick<LiveItem, 'kind' | 'state'>): boolean {
  return kind !== 'note' && state.status !== 'refused' && state.status !== 'paused';
}

export function foldersOf(root: BookmarkNode): BookmarkFolder[] {
  return root.children.flatMap((node) => (node.url === null ? folderWithin(node, 0) : []));
}

export function* addressesIn(folder: BookmarkNode): Generator<{ url: string; title: string }> {
  for (const { url, title, ...node } of folder.children) {
    if (url === null) yield* addressesIn({ url, title, ...node });
    else yield { url, title };
  }
}

function folderWithin(folder: BookmarkNode, depth: number): BookmarkFolder[] {
  const { id, title, children } = folder;
  const within = children.filter(({ url }) => url === null);
  const own = children.length - within.length;
  const below = within.map((child) => folderWithin(child, depth + 1));
  const count = below.reduce((sum, [first]) => sum + (first?.count ?? 0), own);
  return [{ id, title, depth, count }, ...below.flat()];
}

/** Only the address is saved if there is no tab. */
export type Chosen = { url: string; title: string; tabId: number | null };

/** Creates the entries of a batch. `folded` is the number of duplicate addresses that were dropped. */
export function newEntries(
  chosen: Iterable<Chosen>,
  { batchId, newId }: { batchId: string; newId: () => string },
) {
  const entries: BatchEntry[] = [];
  const seen = new Set<string>();
  let folded = 0;
  for (const { url, title, tabId } of chosen) {
    const key = pageKeyOf(url);
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

/** Longer than the service's limit, so that a truncated address is still rejected as too long. */
const longestUrl = serviceLimits.urlLength * 2;

function linkObstacle(url: string): AppError | null {
  const material = linkMaterial({ url, title: null, now: 0 });
  return material.ok ? null : material.error;
}

/** Returns null if the tab can be tried. Local files can't, because permission for them can't be borrowed. */
export function tabObstacle(url: string): CaptureError | null {
  const obstacle = pageObstacle(url);
  if (obstacle !== null) return obstacle;
  return new URL(url).protocol === 'file:' ? fileOfDevice : null;
}

const fileOfDevice = appError(
  'page.restricted',
  'A file on this device can only be read in the active tab.',
);
