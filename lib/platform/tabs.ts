/** Reads and opens tabs; running a script in one needs `activeTab`, which the person's click grants. */
import { browser } from 'wxt/browser';
import type { CaptureError } from '../contracts/errors.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { scrollToPassage } from './scroll-to-passage.ts';

export type TabPage = { id: number; windowId: number; url: string; title: string };

/** The tab as it is now; null where it is closed. `url` and `title` are empty without access to the tab. */
export async function getTab(tabId: number): Promise<TabPage | null> {
  try {
    const tab = await browser.tabs.get(tabId);
    return { id: tabId, windowId: tab.windowId, url: tab.url ?? '', title: tab.title ?? '' };
  } catch {
    return null; // The browser rejects for a tab that is gone; there is no other way to ask.
  }
}

/** The tab in front in the window the person is using; null where there is none. */
export async function activeTab(): Promise<TabPage | null> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab?.id === undefined) return null;
  return { id: tab.id, windowId: tab.windowId, url: tab.url ?? '', title: tab.title ?? '' };
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

/**
 * Runs a script of the extension in a page and gives what it returned in each frame, unparsed.
 * Fails with `page.gone` where the tab is closed, and `page.restricted` or `page.pdf` where the browser forbids it.
 */
export async function runInPage(
  file: '/capture-page.js' | '/capture-selection.js',
  { tabId, frames }: InjectionTarget,
): Promise<Result<unknown[], CaptureError>> {
  try {
    const results = await browser.scripting.executeScript({
      target: injectionTarget(tabId, frames),
      files: [file],
    });
    return ok(results.map(({ result }) => result));
  } catch {
    const tab = await getTab(tabId);
    if (tab === null) return err(pageGone);
    // Firefox shows a PDF in a page of its own, which no extension may read.
    return err(isPdfAddress(tab.url) ? pagePdf : pageRestricted);
  }
}

function isPdfAddress(url: string): boolean {
  return URL.canParse(url) && /\.pdf$/i.test(new URL(url).pathname);
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

const pagePdf: CaptureError = {
  code: 'page.pdf',
  message: 'This tab shows a PDF, which the browser lets no extension read.',
  retryable: false,
};
