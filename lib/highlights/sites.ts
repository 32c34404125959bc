/** Highlighting needs both the person's request and the browser's permission. */
import { type AllowedSite, type SiteState, sitePatternOf } from './model.ts';
import type { PageSender } from '../messaging/page-router.ts';
import type { HighlightPorts, ShownTabs } from './highlights.ts';
import type { StoredItem } from '../browser/storage.ts';
import type { SiteRequest } from './store.ts';
import { serialQueue } from '../async/serial-queue.ts';

export type SitePorts = {
  requests: Pick<StoredItem<SiteRequest[]>, 'read' | 'update'>;
  isGranted: (pattern: string) => Promise<boolean>;
  granted: () => Promise<string[]>;
  /** Releases the permission unless a connection needs it. */
  release: (pattern: string) => Promise<void>;
  /** Makes the script run on exactly these sites. Returns those on which it didn't run before. */
  register: (patterns: readonly string[]) => Promise<readonly string[]>;
  tabsAt: (pattern: string) => Promise<number[]>;
  changed: () => void;
  tabs: ShownTabs;
} & Pick<HighlightPorts, 'inject' | 'command' | 'now'>;

/** A permission granted this long after the person turned highlighting on was requested for something else. */
const requestExpiresMs = 5 * 60_000;

export async function isSiteOn(
  pattern: string,
  { requests, isGranted }: Pick<SitePorts, 'requests' | 'isGranted'>,
): Promise<boolean> {
  const request = (await requests.read()).find((each) => each.pattern === pattern);
  return request !== undefined && request.since !== null && (await isGranted(pattern));
}

export function createSites(ports: SitePorts) {
  const { requests, isGranted, tabs } = ports;
  const isOn = (pattern: string) => isSiteOn(pattern, ports);

  async function siteStateOf(url: string): Promise<SiteState> {
    const pattern = sitePatternOf(url);
    return { pattern, isAllowed: pattern !== null && (await isOn(pattern)) };
  }

  /** Requires highlighting to be on for the site, or a click on this page. */
  async function admits({ tabId, pageUrl, frameUrl }: PageSender): Promise<boolean> {
    if ((await siteStateOf(frameUrl)).isAllowed) return true;
    const clickedAt = (await tabs.get(tabId))?.clickedAt ?? null;
    return (
      clickedAt !== null &&
      new URL(pageUrl).origin === clickedAt &&
      new URL(frameUrl).origin === clickedAt
    );
  }

  /** Turns highlighting on for a site once the permission is granted. */
  async function allow(pattern: string): Promise<void> {
    const at = ports.now();
    // If the permission was revoked in between, the site counts as new.
    const isStill = await isGranted(pattern);
    await requests.update((before) => {
      const known = before.find((request) => request.pattern === pattern);
      const others = before.filter((request) => request !== known);
      return [...others, { pattern, wishedAt: at, since: isStill ? (known?.since ?? null) : null }];
    });
    await reconcile();
  }

  async function remove(pattern: string): Promise<void> {
    await requests.update((before) => before.filter((request) => request.pattern !== pattern));
    // Find the tabs now: without the permission, the browser doesn't reveal them.
    const open = await ports.tabsAt(pattern);
    await reconcile();
    await ports.release(pattern);
    for (const tabId of open) {
      await tabs.update(tabId, (tab) => ({ ...tab, clickedAt: null, placements: {} }));
      await refresh(tabId);
    }
    ports.changed();
  }

  /** Makes the script list its highlights again; without access, it gets none and removes those it has drawn. */
  async function refresh(tabId: number): Promise<void> {
    await ports.command({ tabId, frameId: null }, { command: 'highlights.refresh' });
  }

  const enqueue = serialQueue();

  /** Runs one at a time, so that outdated permissions are never registered last. */
  const reconcile = (): Promise<void> => enqueue(reconcileNow);

  async function reconcileNow(): Promise<void> {
    const before = await requests.read();
    const granted = new Set<string>();
    for (const { pattern } of before) if (await isGranted(pattern)) granted.add(pattern);
    const at = ports.now();
    const isRecent = (request: SiteRequest) => at - request.wishedAt < requestExpiresMs;
    const news = before.filter((request) => request.since === null && isRecent(request));
    const begun = new Set(
      news.filter(({ pattern }) => granted.has(pattern)).map(({ pattern }) => pattern),
    );
    const after = await requests.update((stored) =>
      stored
        .filter((request) => request.since !== null || isRecent(request))
        .map((request) =>
          begun.has(request.pattern) ? { ...request, since: request.since ?? at } : request,
        ),
    );
    const on = after.filter(({ pattern, since }) => since !== null && granted.has(pattern));
    // Not only where the person just turned it on: after a revoked permission, granting it can come first.
    const added = await ports.register(on.map(({ pattern }) => pattern));
    for (const pattern of added) {
      for (const tabId of await ports.tabsAt(pattern)) await ports.inject(tabId);
    }
    // The browser no longer reveals which tabs show a revoked site.
    const isLost = after.some(({ pattern, since }) => since !== null && !granted.has(pattern));
    if (isLost) for (const { tabId } of await tabs.list()) await refresh(tabId);
    ports.changed();
  }

  async function list(): Promise<AllowedSite[]> {
    const sites: AllowedSite[] = [];
    for (const { pattern, since } of await requests.read()) {
      if (since !== null) sites.push({ pattern, since, isAllowed: await isGranted(pattern) });
    }
    return sites.toSorted((a, b) => a.since - b.since);
  }

  /** Returns patterns with a permission that was granted for something else. */
  async function readable(): Promise<string[]> {
    const marked = new Set((await list()).map(({ pattern }) => pattern));
    return (await ports.granted()).filter((pattern) => !marked.has(pattern)).toSorted();
  }

  return {
    siteStateOf,
    admits,
    allow,
    remove,
    removeAll: async (): Promise<void> => {
      for (const { pattern } of await requests.read()) await remove(pattern);
    },
    reconcile,
    list,
    readable,
    async releaseReadable(pattern: string): Promise<void> {
      if ((await readable()).includes(pattern)) await ports.release(pattern);
      ports.changed();
    },
  };
}
