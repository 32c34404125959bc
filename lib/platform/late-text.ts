/**
 * Waits for the text of an app that has gone to another page of its own a moment ago: its address comes first, and what
 * it shows is still that of the page before.
 */
import { browser } from 'wxt/browser';
import { customIdOf } from '../core/custom-id/custom-id.ts';
import { hasTextChanged } from './page-growth.ts';

/** Milliseconds after which an app that still shows the same is taken to have changed its address alone. */
const longestLagMs = 4_000;

/**
 * When a tab last went somewhere, in milliseconds since the epoch. A background that has ended since then has nothing to
 * remember: browsers let it live for longer than the lag.
 */
const lastMoves = new Map<number, number>();

/** Must be called synchronously when the background starts. Without a permission browsers tell that, but not where to. */
export function listenToMoves(): void {
  browser.tabs.onUpdated.addListener((tabId, { status, url }) => {
    if (status !== undefined || url !== undefined) lastMoves.set(tabId, Date.now());
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    lastMoves.delete(tabId);
  });
}

/** Resolves at once, without a look at the page, where its tab has gone nowhere for four seconds. */
export async function untilTextFollows(tabId: number): Promise<void> {
  const left = (lastMoves.get(tabId) ?? 0) + longestLagMs - Date.now();
  if (left > 0 && (await hasShownOtherPages(tabId))) await hasTextChanged(tabId, left);
}

/** Whether the document that stands there has had the address of another page; browsers without such a list say no. */
async function hasShownOtherPages(tabId: number): Promise<boolean> {
  try {
    const [asked] = await browser.scripting.executeScript({
      target: { tabId },
      func: addressesOfDocument,
      injectImmediately: true,
    });
    const pages = asked?.result?.map((url) => customIdOf({ url, canonicalLink: null }));
    return new Set(pages).size > 1;
  } catch {
    return false; // Closed, left, or closed to extensions: reading it says so.
  }
}

/** Runs inside the page, so that nothing of this file is in its scope. */
function addressesOfDocument(): string[] {
  if (!('navigation' in globalThis)) return [];
  return navigation
    .entries()
    .flatMap(({ sameDocument, url }) => (sameDocument && url !== null ? url : []));
}
