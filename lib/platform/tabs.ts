/** Reads and opens tabs; running a script in one needs `activeTab`, which the person's click grants. */
import { browser } from 'wxt/browser';
import type { CaptureError } from '../contracts/errors.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { pageObstacle } from '../core/page-obstacle.ts';
import { windowOf } from './abilities.ts';
import { scrollToPassage } from './scroll-to-passage.ts';
import { sleep } from './sleep.ts';

export type TabPage = { id: number; windowId: number; url: string; title: string };

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

export type InjectionTarget = {
  tabId: number;
  /** The page itself, one frame by its id, or every frame the extension may read. */
  frames: 'top' | 'all' | number;
};

/** A page may load for ever, as where a script of it never comes; after this many milliseconds it is read as it is. */
const longestLoadMs = 3_000;

/** How long the process of a page is given to learn what the browser has granted, in milliseconds. */
const lateGrantMs = 250;

type PageScript = '/capture-page.js' | '/capture-selection.js' | '/marks.js';
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
