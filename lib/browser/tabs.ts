/** Reads tabs and runs scripts in them, mostly through `activeTab`, which a click grants. */
import { browser, type Browser } from 'wxt/browser';
import { appError, type CaptureError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';
import { requestPart } from '../capture/requested-part.ts';
import type { PagePart } from '../capture/schema.ts';
import { isPermissionGranted } from './permissions.ts';
import { windowOf, hasApi } from './runtime.ts';
import { sleep } from '../async/sleep.ts';

type TabPage = {
  id: number;
  windowId: number;
  url: string;
  title: string;
  /** Whether the tab is in a private window, of which nothing is remembered. */
  isPrivate: boolean;
};

/** Returns null if the tab is closed. `url` and `title` are empty without access. */
export async function getTab(tabId: number): Promise<(TabPage & { isLoading: boolean }) | null> {
  // The browser rejects if the tab is closed.
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab && { ...pageIn(tab, tabId), isLoading: tab.status === 'loading' };
}

export async function activeTab(): Promise<TabPage | null> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  return tab?.id === undefined ? null : pageIn(tab, tab.id);
}

function pageIn(tab: Browser.tabs.Tab, id: number): TabPage {
  const { url = '', title = '', incognito: isPrivate } = tab;
  return { id, windowId: windowOf(tab), url, title, isPrivate };
}

/** Returns the tabs whose URL the browser reveals: tabs of allowed sites and tabs with `activeTab`. */
export async function knownTabs(): Promise<{ id: number; url: string }[]> {
  const tabs = await browser.tabs.query({});
  return tabs.flatMap(({ id, url = '' }) => (id === undefined || url === '' ? [] : [{ id, url }]));
}

/**
 * Opens a web page next to the current tab, or goes to the tab that shows it. The browser reveals only tabs of allowed
 * sites and tabs with `activeTab`, so a page in another tab is opened again.
 */
export async function openTab(url: string): Promise<void> {
  const current = await activeTab();
  const open = (await knownTabs()).filter((tab) => pageOf(tab.url) === pageOf(url));
  const shown = open.find(({ id }) => id === current?.id) ?? open[0];
  if (shown !== undefined) {
    // Only the fragment changes, so the page isn't reloaded. Chromium scrolls to a passage only if the page itself
    // navigates to it.
    const goesItself = !import.meta.env.FIREFOX && url.includes(':~:');
    const change = goesItself ? { active: true } : { url, active: true };
    const tab = await browser.tabs.update(shown.id, change);
    if (tab !== undefined && hasApi('windows'))
      await browser.windows.update(tab.windowId, { focused: true });
    if (goesItself)
      await runFunction(shown.id, goTo, [url]).catch(() => browser.tabs.update(shown.id, { url }));
    return;
  }
  const beside = current === null ? undefined : (await browser.tabs.get(current.id)).index + 1;
  const opening = browser.tabs.create(beside === undefined ? { url } : { url, index: beside });
  if (import.meta.env.FIREFOX && url.includes(':~:')) scrollToPassage(opening, url);
  await opening;
}

/** Runs in the page. */
function goTo(url: string): void {
  location.href = url;
}

/** Removes a fragment that points to a place in the page. Fragments with `#/` or `#!` can be routes, so they stay. */
function pageOf(url: string): string {
  const [address = url] = url.split(':~:', 1);
  return address.replace(/#(?![!/]).*$/, '').replace(/#$/, '');
}

type InjectionTarget = {
  tabId: number;
  /** The top frame, every readable frame, or a single frame by id. */
  frames: 'top' | 'all' | number;
  /** What `capture-page.js` should capture. */
  part?: PagePart;
};

/** Some pages never finish loading; after this time, they're read in their current state. */
const longestLoadMs = 3_000;

/** Time that a grant might take to reach the page's process. */
const lateGrantMs = 250;

type PageScript = '/capture-page.js' | '/capture-selection.js' | '/highlighter.js';
type PageRun = Result<{ answers: unknown[]; isUnfinished: boolean }, CaptureError>;

/**
 * Returns the script's unparsed result in each frame. `isUnfinished` is true if the page hadn't loaded after three
 * seconds. Fails with `page.gone` if the tab is closed, or with `page.restricted`, `page.reader-view` or `page.pdf` if
 * the browser forbids the script.
 */
export async function runInPage(file: PageScript, target: InjectionTarget): Promise<PageRun> {
  const run = await tryInPage(file, target);
  if (run.ok || (run.error !== pageRestricted && run.error !== pagePdf)) return run;
  // Chromium sends the grant separately, so on a busy machine, the script might arrive first.
  await sleep(lateGrantMs);
  return tryInPage(file, target);
}

async function tryInPage(file: PageScript, target: InjectionTarget): Promise<PageRun> {
  const { tabId } = target;
  const before = await getTab(tabId);
  if (before === null) return err(pageGone);
  try {
    const { isLoading } = before;
    const isLoaded = !isLoading || (await runFunction(tabId, waitUntilLoaded, [longestLoadMs]));
    if (target.part !== undefined) await runFunction(tabId, requestPart, [target.part]);
    const results = await browser.scripting.executeScript({
      target: injectionTarget(target),
      files: [file],
      // Otherwise the browser waits for every frame to load.
      injectImmediately: isLoading,
    });
    return ok({ answers: results.map(({ result }) => result), isUnfinished: isLoaded !== true });
  } catch {
    const tab = await getTab(tabId);
    if (tab === null || tab.url !== before.url) return err(pageGone);
    // Firefox shows PDFs in a page that extensions can't read.
    return err(isPdfAddress(tab.url) ? pagePdf : (pageObstacle(tab.url) ?? pageRestricted));
  }
}

/** Runs a function in the top frame, without its file's scope. Rejects if the browser forbids it. */
export async function runFunction<Args extends unknown[], Value>(
  tabId: number,
  func: (...args: Args) => Value,
  args: Args,
): Promise<Awaited<Value> | undefined> {
  const script = { target: { tabId }, func, args, injectImmediately: true };
  const [ran] = await browser.scripting.executeScript(script);
  return ran?.result;
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

function injectionTarget({ tabId, frames }: InjectionTarget) {
  if (frames === 'top') return { tabId };
  return frames === 'all' ? { tabId, allFrames: true as const } : { tabId, frameIds: [frames] };
}

export const pageGone = appError(
  'page.gone',
  'The page was closed or left before it could be read.',
);

export const pageRestricted = appError(
  'page.restricted',
  'The browser lets no extension read this page.',
);

export const pageUnseen = appError(
  'page.unseen',
  'The browser shows neither this page nor its address.',
);

const pagePdf = appError('page.pdf', 'This tab shows a PDF.');

/** Reports only tabs whose URL is revealed. Must be called synchronously at startup. */
export function listenToArrivals(
  listener: (arrival: { tabId: number; url: string }) => void,
): void {
  browser.tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    // A script that changes the URL reports only `url`; a page load also reports `complete`.
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

/** Returns a function that stops listening. */
export function onFrontPageChange(listener: () => void): () => void {
  const updated = (_tabId: number, { url, status }: { url?: string; status?: string }) => {
    if (url !== undefined || status !== undefined) listener();
  };
  const activated = () => listener();
  const { onUpdated, onActivated } = browser.tabs;
  const onFocusChanged = hasApi('windows') ? browser.windows.onFocusChanged : undefined;
  onUpdated.addListener(updated);
  onActivated.addListener(activated);
  onFocusChanged?.addListener(activated);
  return () => {
    onUpdated.removeListener(updated);
    onActivated.removeListener(activated);
    onFocusChanged?.removeListener(activated);
  };
}

/** Returns a window's tabs whose URL the browser reveals. */
export async function tabsOfWindow(windowId: number) {
  if (!(await isPermissionGranted('tabs'))) return err('not-permitted' as const);
  const tabs = await browser.tabs.query(hasApi('windows') ? { windowId } : {});
  return ok(
    tabs.flatMap(({ id, url, title = '', active, discarded, status }) =>
      id === undefined || url === undefined
        ? []
        : {
            tabId: id,
            url,
            title,
            isActive: active,
            /** Whether the browser has unloaded the tab. */
            isAsleep: discarded || status === 'unloaded',
          },
    ),
  );
}

/** Scrolling later than this would interrupt the person's reading. */
const longestPassageLoadMs = 20_000;

/** Navigates to the same URL again after the load, which scrolls to the passage without reloading. */
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

/** Returns the first response, or undefined if there is none. */
export function sendToPage(
  { tabId, frameId }: { tabId: number; frameId: number | null },
  message: unknown,
): Promise<unknown> {
  const sent = browser.tabs.sendMessage(tabId, message, frameId === null ? {} : { frameId });
  // The tab is closed, or none of our scripts runs in it.
  return sent.catch(() => undefined);
}
