/** Uses `activeTab`, which the person's click grants. */
import { browser } from 'wxt/browser';
import type { CaptureError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';
import { isPermissionGranted } from './permissions.ts';
import { windowOf, hasApi } from './runtime.ts';
import { sleep } from '../async/sleep.ts';
import * as z from 'zod/mini';

type TabPage = { id: number; windowId: number; url: string; title: string };

/** Null if closed; `url` and `title` are empty without access. */
export async function getTab(tabId: number): Promise<(TabPage & { isLoading: boolean }) | null> {
  try {
    const tab = await browser.tabs.get(tabId);
    const { url = '', title = '', status } = tab;
    return { id: tabId, windowId: windowOf(tab), url, title, isLoading: status === 'loading' };
  } catch {
    return null; // The browser rejects if the tab is gone.
  }
}

/** Firefox has no switch for it. */
export async function mayReadFiles(): Promise<boolean> {
  return import.meta.env.FIREFOX || browser.extension.isAllowedFileSchemeAccess();
}

export async function activeTab(): Promise<TabPage | null> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab?.id === undefined) return null;
  return { id: tab.id, windowId: windowOf(tab), url: tab.url ?? '', title: tab.title ?? '' };
}

/** Tabs whose address the browser reveals: allowed sites, and tabs with `activeTab`. */
export async function knownTabs(): Promise<{ id: number; url: string }[]> {
  const tabs = await browser.tabs.query({});
  return tabs.flatMap(({ id, url = '' }) => (id === undefined || url === '' ? [] : [{ id, url }]));
}

export async function openTab(url: string): Promise<void> {
  const current = await activeTab();
  const beside = current === null ? undefined : (await browser.tabs.get(current.id)).index + 1;
  const opening = browser.tabs.create(beside === undefined ? { url } : { url, index: beside });
  if (import.meta.env.FIREFOX && url.includes(':~:')) scrollToPassage(opening, url);
  await opening;
}

type InjectionTarget = {
  tabId: number;
  /** The page, one frame by id, or every readable frame. */
  frames: 'top' | 'all' | number;
};

/** Some pages never finish loading; after this they are read as they are. */
const longestLoadMs = 3_000;

/** How long a grant can take to reach the page's process. */
const lateGrantMs = 250;

type PageScript = '/capture-page.js' | '/capture-selection.js' | '/highlighter.js';
type PageRun = Result<{ answers: unknown[]; isUnfinished: boolean }, CaptureError>;

/**
 * Returns the script's result in each frame, unparsed. `isUnfinished` if the page hadn't loaded
 * after three seconds. Fails with `page.gone`, or with `page.restricted`, `page.reader-view` or
 * `page.pdf` if the browser forbids it.
 */
export async function runInPage(file: PageScript, target: InjectionTarget): Promise<PageRun> {
  const run = await tryInPage(file, target);
  if (run.ok || (run.error !== pageRestricted && run.error !== pagePdf)) return run;
  // Chromium sends the grant separately: on a busy machine the script can arrive first.
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
      // Otherwise the browser waits for every frame.
      injectImmediately: isLoading,
    });
    return ok({ answers: results.map(({ result }) => result), isUnfinished });
  } catch {
    const tab = await getTab(tabId);
    if (tab === null || tab.url !== before.url) return err(pageGone);
    // Firefox shows PDFs in a page that extensions can't read.
    return err(isPdfAddress(tab.url) ? pagePdf : (pageObstacle(tab.url) ?? pageRestricted));
  }
}

async function untilLoaded(tabId: number): Promise<boolean> {
  const [waited] = await browser.scripting.executeScript({
    target: { tabId },
    func: waitUntilLoaded,
    args: [longestLoadMs],
    injectImmediately: true,
  });
  return waited?.result === true;
}

/** Runs in the page, without this file's scope. Doesn't wait for images and frames. */
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

/** Only tabs whose address is revealed. Must be called synchronously at startup. */
export function listenToArrivals(
  listener: (arrival: { tabId: number; url: string }) => void,
): void {
  browser.tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    // Pages that change their address by script report only that; loads also report their end.
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

/** Must be called synchronously at startup. */
export function listenToClosedTabs(listener: (tabId: number) => void): void {
  browser.tabs.onRemoved.addListener((tabId) => listener(tabId));
}

/** Call the returned function to stop. */
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
  /** Unloaded by the browser. */
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

export async function tabsOfWindow(
  windowId: number,
): Promise<Result<WindowTab[], 'not-permitted'>> {
  if (!(await isPermissionGranted('tabs'))) return err('not-permitted');
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

/** After this the person is already reading, or has left the page. */
const longestPassageLoadMs = 20_000;

/** Navigating to the same address again scrolls without reloading. */
function scrollToPassage(opening: Promise<{ id?: number | undefined }>, url: string): void {
  const tooLate = setTimeout(stop, longestPassageLoadMs);
  browser.tabs.onUpdated.addListener(onUpdated);

  function onUpdated(tabId: number, { status }: { status?: string | undefined }): void {
    if (status === 'complete') scrollIn(tabId).catch(stop);
  }

  async function scrollIn(tabId: number): Promise<void> {
    if ((await opening).id !== tabId) return;
    stop();
    // `loadReplace` (Firefox desktop) keeps a redirect from entering the history twice.
    const again = hasApi('windows') ? { url, loadReplace: true } : { url };
    await browser.tabs.update(tabId, again);
  }

  function stop(): void {
    clearTimeout(tooLate);
    browser.tabs.onUpdated.removeListener(onUpdated);
  }
}

/** Returns the first answer; undefined if there is none. */
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
