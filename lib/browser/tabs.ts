/** Reads and opens tabs; running a script in one needs `activeTab`, which the person's click grants. */
import { browser } from 'wxt/browser';
import type { CaptureError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';
import { windowOf, hasApi } from './runtime.ts';
import { sleep } from '../async/sleep.ts';
import * as z from 'zod/mini';

type TabPage = { id: number; windowId: number; url: string; title: string };

/** A tab as it is now; `isLoading` for as long as something of the page is still to come. */
type PresentTab = TabPage & { isLoading: boolean };

/** The tab as it is now; null where it is closed. `url` and `title` are empty without access to the tab. */
export async function getTab(tabId: number): Promise<PresentTab | null> {
  try {
    const tab = await browser.tabs.get(tabId);
    const { url = '', title = '', status } = tab;
    return { id: tabId, windowId: windowOf(tab), url, title, isLoading: status === 'loading' };
  } catch {
    return null; // The browser rejects for a tab that is gone; there is no other way to ask.
  }
}

/** Whether the browser shows the extension files of the device at all; Firefox has no such switch. */
export async function mayReadFiles(): Promise<boolean> {
  return import.meta.env.FIREFOX || browser.extension.isAllowedFileSchemeAccess();
}

/** The tab in front in the window the person is using; null where there is none. */
export async function activeTab(): Promise<TabPage | null> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab?.id === undefined) return null;
  return { id: tab.id, windowId: windowOf(tab), url: tab.url ?? '', title: tab.title ?? '' };
}

/** The tabs whose address the extension may know: of sites that were allowed, or where the person used it just now. */
export async function knownTabs(): Promise<{ id: number; url: string }[]> {
  const tabs = await browser.tabs.query({});
  return tabs.flatMap(({ id, url = '' }) => (id === undefined || url === '' ? [] : [{ id, url }]));
}

/** Opens `url` in a new tab in front, beside the tab the person is on. */
export async function openTab(url: string): Promise<void> {
  const current = await activeTab();
  const beside = current === null ? undefined : (await browser.tabs.get(current.id)).index + 1;
  const opening = browser.tabs.create(beside === undefined ? { url } : { url, index: beside });
  if (import.meta.env.FIREFOX && url.includes(':~:')) scrollToPassage(opening, url);
  await opening;
}

type InjectionTarget = {
  tabId: number;
  /** The page itself, one frame by its id, or every frame the extension may read. */
  frames: 'top' | 'all' | number;
};

/** A page may load for ever, as where a script of it never comes; after this many milliseconds it is read as it is. */
const longestLoadMs = 3_000;

/** How long the process of a page is given to learn what the browser has granted, in milliseconds. */
const lateGrantMs = 250;

type PageScript = '/capture-page.js' | '/capture-selection.js' | '/highlighter.js';
type PageRun = Result<{ answers: unknown[]; isUnfinished: boolean }, CaptureError>;

/**
 * Runs a script of the extension in a page and gives what it returned in each frame, unparsed. A page that still loads
 * is given three seconds, then what is there of it counts; `isUnfinished` says whether it had not come to its end.
 * Fails with `page.gone` where the tab is closed, and `page.restricted`, `page.reader-view` or `page.pdf` where the browser
 * forbids it.
 */
export async function runInPage(file: PageScript, target: InjectionTarget): Promise<PageRun> {
  const run = await tryInPage(file, target);
  if (run.ok || (run.error !== pageRestricted && run.error !== pagePdf)) return run;
  // A shortcut grants the page to the extension, and Chromium tells its process of that and of the script by two ways: on a
  // busy machine the script may come first, and is refused.
  await sleep(lateGrantMs);
  return tryInPage(file, target);
}

async function tryInPage(file: PageScript, { tabId, frames }: InjectionTarget): Promise<PageRun> {
  const before = await getTab(tabId);
  if (before === null) return err(pageGone);
  try {
    const { isLoading } = before;
    const isUnfinished = isLoading && !(await untilLoaded(tabId));
    const results = await browser.scripting.executeScript({
      target: injectionTarget(tabId, frames),
      files: [file],
      // Else the browser waits for every frame, however long that takes.
      injectImmediately: isLoading,
    });
    return ok({ answers: results.map(({ result }) => result), isUnfinished });
  } catch {
    const tab = await getTab(tabId);
    if (tab === null || tab.url !== before.url) return err(pageGone);
    // Firefox shows a PDF in a page of its own, which no extension may read.
    return err(isPdfAddress(tab.url) ? pagePdf : (pageObstacle(tab.url) ?? pageRestricted));
  }
}

/** Says whether it has loaded. */
async function untilLoaded(tabId: number): Promise<boolean> {
  const [waited] = await browser.scripting.executeScript({
    target: { tabId },
    func: waitUntilLoaded,
    args: [longestLoadMs],
    injectImmediately: true,
  });
  return waited?.result === true;
}

/**
 * Runs inside the page, so that nothing of this file is in its scope. What is parsed has a moment more for its scripts.
 * Once those have run it counts as loaded: what it waits for then are pictures and frames.
 */
function waitUntilLoaded(longestMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      const [own] = performance.getEntriesByType('navigation');
      const isRunning =
        own instanceof PerformanceNavigationTiming && own.domContentLoadedEventEnd === 0;
      resolve(document.readyState !== 'loading' && !isRunning);
    };
    const look = () => {
      if (document.readyState === 'complete') end();
      else if (document.readyState === 'interactive') setTimeout(end, 200);
    };
    document.addEventListener('readystatechange', look);
    setTimeout(end, longestMs);
    look();
  });
}

function isPdfAddress(url: string): boolean {
  return URL.canParse(url) && /\.pdf$|\/pdf(?:\/|$)/i.test(new URL(url).pathname);
}

function injectionTarget(tabId: number, frames: InjectionTarget['frames']) {
  if (frames === 'top') return { tabId };
  return frames === 'all' ? { tabId, allFrames: true as const } : { tabId, frameIds: [frames] };
}

export const pageGone: CaptureError = {
  code: 'page.gone',
  message: 'The page was closed or left before it could be read.',
  retryable: false,
};

export const pageRestricted: CaptureError = {
  code: 'page.restricted',
  message: 'The browser lets no extension read this page.',
  retryable: false,
};

export const pageUnseen: CaptureError = {
  code: 'page.unseen',
  message: 'The browser shows neither this page nor its address.',
  retryable: false,
};

const pagePdf: CaptureError = {
  code: 'page.pdf',
  message: 'This tab shows a PDF.',
  retryable: false,
};

/** `url` is known only of a site the person allowed, or of a tab they have just used Keepsake on. */
type ArrivalListener = (arrival: { tabId: number; url: string }) => void;

/** Must be called synchronously when the background starts. */
export function listenToArrivals(listener: ArrivalListener): void {
  browser.tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    // A page that changes its address by script is told by the address alone, one that loads by its end as well.
    const arrived = url ?? (status === 'complete' ? tab.url : undefined);
    if (arrived !== undefined) listener({ tabId, url: arrived });
  });
  browser.tabs.onActivated.addListener(({ tabId }) => {
    void getTab(tabId).then((tab) => {
      if (tab !== null && tab.url !== '') listener({ tabId, url: tab.url });
      return undefined;
    });
  });
}

/** Calls the listener with the id of each tab that was closed. Must be called synchronously when the background starts. */
export function listenToClosedTabs(listener: (tabId: number) => void): void {
  browser.tabs.onRemoved.addListener((tabId) => listener(tabId));
}

/** Calls the listener until the returned function is called; it is told of changes of any tab, and looks itself. */
export function onFrontPageChange(listener: () => void): () => void {
  const updated = (_tabId: number, { url, status }: { url?: string; status?: string }) => {
    if (url !== undefined || status !== undefined) listener();
  };
  const activated = () => listener();
  browser.tabs.onUpdated.addListener(updated);
  browser.tabs.onActivated.addListener(activated);
  if (hasApi('windows')) browser.windows.onFocusChanged.addListener(activated);
  return () => {
    browser.tabs.onUpdated.removeListener(updated);
    browser.tabs.onActivated.removeListener(activated);
    if (hasApi('windows')) browser.windows.onFocusChanged.removeListener(activated);
  };
}

type WindowTab = {
  tabId: number;
  url: string;
  title: string;
  isActive: boolean;
  /** Nothing of its page is loaded. */
  isAsleep: boolean;
};

const tabSchema = z.object({
  id: z.int(),
  url: z.string(),
  title: z.optional(z.string()),
  active: z.boolean(),
  discarded: z.optional(z.boolean()),
  status: z.optional(z.string()),
});

/** Must be called in the person's click itself, before anything is awaited: browsers ask for that. */
export function requestTabs(): Promise<boolean> {
  return browser.permissions.request({ permissions: ['tabs'] });
}

export async function releaseTabs(): Promise<void> {
  await browser.permissions.remove({ permissions: ['tabs'] });
}

/** Gives the tabs in the order they stand in; fails where the permission to see them is not there. */
export async function tabsOfWindow(
  windowId: number,
): Promise<Result<WindowTab[], 'not-permitted'>> {
  if (!(await browser.permissions.contains({ permissions: ['tabs'] }))) return err('not-permitted');
  const tabs = await browser.tabs.query(hasApi('windows') ? { windowId } : {});
  return ok(
    tabs.flatMap((raw) => {
      const tab = z.safeParse(tabSchema, raw);
      if (!tab.success) return [];
      const { id, url, title, active, discarded, status } = tab.data;
      return {
        tabId: id,
        url,
        title: title ?? '',
        isActive: active,
        isAsleep: discarded === true || status === 'unloaded',
      };
    }),
  );
}

/** Later than this the person has long begun to read, or gone elsewhere in that tab. */
const longestPassageLoadMs = 20_000;

/** Goes to the address again once the tab has loaded it: that loads nothing anew, and scrolls. */
function scrollToPassage(opening: Promise<{ id?: number | undefined }>, url: string): void {
  const tooLate = setTimeout(stop, longestPassageLoadMs);
  browser.tabs.onUpdated.addListener(onUpdated);

  function onUpdated(tabId: number, { status }: { status?: string | undefined }): void {
    // Where the tab did not open, or is closed again, there is nowhere to scroll.
    if (status === 'complete') scrollIn(tabId).catch(stop);
  }

  async function scrollIn(tabId: number): Promise<void> {
    if ((await opening).id !== tabId) return;
    stop();
    // `loadReplace` is Firefox's own, but not Android's: an address that leads elsewhere comes into the history once.
    const again = hasApi('windows') ? { url, loadReplace: true } : { url };
    await browser.tabs.update(tabId, again);
  }

  function stop(): void {
    clearTimeout(tooLate);
    browser.tabs.onUpdated.removeListener(onUpdated);
  }
}

/** Sends a message to our scripts in a tab. Without a frame all are told and the first answer counts; undefined if there is none. */
export async function sendToPage(
  { tabId, frameId }: { tabId: number; frameId: number | null },
  message: unknown,
): Promise<unknown> {
  try {
    return await browser.tabs.sendMessage(tabId, message, frameId === null ? {} : { frameId });
  } catch {
    return undefined; // The tab is closed, or no script of ours runs in it.
  }
}
