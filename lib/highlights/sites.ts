/**
 * The sites where marks and the selection button are on by themselves. The person's wish and the browser's permission
 * are two things: a permission given for a service turns on no marks there, and a wish alone turns on nothing.
 */
import { type AllowedSite, type SiteStanding, sitePatternOf } from './model.ts';
import type { PageSender, HighlightPorts, ShownTabs } from './highlights.ts';
import { serialQueue } from '../async/serial-queue.ts';

/** A site the person wished for; `since` is null until the browser's permission has come. */
export type SiteWish = { pattern: string; wishedAt: number; since: number | null };

export type SitePorts = {
  wishes: {
    read: () => Promise<SiteWish[]>;
    update: (change: (wishes: SiteWish[]) => SiteWish[]) => Promise<SiteWish[]>;
  };
  isGranted: (pattern: string) => Promise<boolean>;
  /** Patterns of all that may be read and that no connection of the memory needs. */
  granted: () => Promise<string[]>;
  /** Gives the permission back, unless something else needs it. */
  release: (pattern: string) => Promise<void>;
  /** Has the browser run the script by itself in pages of these sites, and of no others. */
  register: (patterns: readonly string[]) => Promise<void>;
  /** Ids of the open tabs whose page is of the site. */
  tabsAt: (pattern: string) => Promise<number[]>;
  /** Tells the surfaces. */
  changed: () => void;
  tabs: ShownTabs;
} & Pick<HighlightPorts, 'inject' | 'command' | 'now'>;

/** A wish whose permission did not come for this long was declined: it must not come true by another permission. */
const requestExpiresMs = 5 * 60_000;

/** Whether the person wished it and the browser allows it. */
export async function isSiteOn(
  pattern: string,
  { wishes, isGranted }: Pick<SitePorts, 'wishes' | 'isGranted'>,
): Promise<boolean> {
  const wish = (await wishes.read()).find((each) => each.pattern === pattern);
  return wish !== undefined && wish.since !== null && (await isGranted(pattern));
}

export function createSites(ports: SitePorts) {
  const { wishes, isGranted, tabs } = ports;

  const isOn = (pattern: string) => isSiteOn(pattern, ports);

  async function standingOf(url: string): Promise<SiteStanding> {
    const pattern = sitePatternOf(url);
    return { pattern, isAllowed: pattern !== null && (await isOn(pattern)) };
  }

  /** Whether a script may ask from there: its site is on, or the person's click let it into this page. */
  async function admits({ tabId, pageUrl, frameUrl }: PageSender): Promise<boolean> {
    if ((await standingOf(frameUrl)).isAllowed) return true;
    const clickedAt = (await tabs.get(tabId))?.clickedAt ?? null;
    return (
      clickedAt !== null &&
      new URL(pageUrl).origin === clickedAt &&
      new URL(frameUrl).origin === clickedAt
    );
  }

  /** Notes the wish; it comes true with the browser's permission, at once where that is there. */
  async function allow(pattern: string): Promise<void> {
    const at = ports.now();
    // One whose permission was lost begins anew with the next.
    const isStill = await isGranted(pattern);
    await wishes.update((before) => {
      const known = before.find((wish) => wish.pattern === pattern);
      const others = before.filter((wish) => wish !== known);
      return [...others, { pattern, wishedAt: at, since: isStill ? (known?.since ?? null) : null }];
    });
    await reconcile();
  }

  async function remove(pattern: string): Promise<void> {
    await wishes.update((before) => before.filter((wish) => wish.pattern !== pattern));
    // While the browser still tells which tabs those are.
    const open = await ports.tabsAt(pattern);
    await reconcile();
    await ports.release(pattern);
    for (const tabId of open) {
      await tabs.update(tabId, (tab) => ({ ...tab, clickedAt: null, placements: {} }));
      await refresh(tabId);
    }
    ports.changed();
  }

  async function removeAll(): Promise<void> {
    for (const { pattern } of await wishes.read()) await remove(pattern);
  }

  /** A script that is not let in any more is refused its marks, and takes off what it has drawn. */
  async function refresh(tabId: number): Promise<void> {
    await ports.command({ tabId, frameId: null }, { command: 'highlights.refresh' });
  }

  const enqueue = serialQueue();

  /**
   * Makes what the browser runs by itself what the person wished and allowed; safe to call at any time. One after
   * another: an earlier look at the permissions must not be written last.
   */
  function reconcile(): Promise<void> {
    return enqueue(reconcileNow);
  }

  async function reconcileNow(): Promise<void> {
    const before = await wishes.read();
    const granted = new Set<string>();
    for (const { pattern } of before) if (await isGranted(pattern)) granted.add(pattern);
    const at = ports.now();
    const isRecent = (wish: SiteWish) => at - wish.wishedAt < requestExpiresMs;
    const news = before.filter((wish) => wish.since === null && isRecent(wish));
    const begun = new Set(
      news.filter(({ pattern }) => granted.has(pattern)).map(({ pattern }) => pattern),
    );
    const after = await wishes.update((stored) =>
      stored
        .filter((wish) => wish.since !== null || isRecent(wish))
        .map((wish) => (begun.has(wish.pattern) ? { ...wish, since: wish.since ?? at } : wish)),
    );
    const on = after.filter(({ pattern, since }) => since !== null && granted.has(pattern));
    await ports.register(on.map(({ pattern }) => pattern));
    for (const pattern of begun) {
      for (const tabId of await ports.tabsAt(pattern)) await ports.inject(tabId);
    }
    // The browser does not tell any more which tabs are of a site that was taken back.
    const isLost = after.some(({ pattern, since }) => since !== null && !granted.has(pattern));
    if (isLost) for (const { tabId } of await tabs.list()) await refresh(tabId);
    ports.changed();
  }

  async function list(): Promise<AllowedSite[]> {
    const sites: AllowedSite[] = [];
    for (const { pattern, since } of await wishes.read()) {
      if (since !== null) sites.push({ pattern, since, isAllowed: await isGranted(pattern) });
    }
    return sites.toSorted((a, b) => a.since - b.since);
  }

  /** What may be read without marks being on there: allowed for something else, and not given back by itself. */
  async function readable(): Promise<string[]> {
    const marked = new Set((await list()).map(({ pattern }) => pattern));
    return (await ports.granted()).filter((pattern) => !marked.has(pattern)).toSorted();
  }

  /** Gives one of these back. */
  async function releaseReadable(pattern: string): Promise<void> {
    if ((await readable()).includes(pattern)) await ports.release(pattern);
    ports.changed();
  }

  return {
    isOn,
    standingOf,
    admits,
    allow,
    remove,
    removeAll,
    reconcile,
    list,
    readable,
    releaseReadable,
  };
}
