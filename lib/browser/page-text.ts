/** Detects pages that change their text after loading, as single-page apps do. */
import { browser } from 'wxt/browser';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import { runFunction } from './tabs.ts';

/** Returns whether the page gains text within four seconds; false if it can't be watched. Idle pages do no work. */
export function hasPageGrown(tabId: number): Promise<boolean> {
  return watch(tabId, { longestMs: 4_000, isNet: true });
}

type Watching = {
  longestMs: number;
  /** Whether removed text is subtracted from added text. */
  isNet: boolean;
};

async function watch(tabId: number, watching: Watching): Promise<boolean> {
  // If the page can't be read, reading it later reports why.
  return (await runFunction(tabId, watchForText, [watching]).catch(() => false)) === true;
}

/**
 * Runs in the page, without this file's scope. Resolves when enough text has changed and the page is quiet, or at the
 * deadline.
 */
function watchForText({ longestMs, isNet }: Watching): Promise<boolean> {
  return new Promise((resolve) => {
    let letters = 0;
    let quiet: ReturnType<typeof setTimeout>;
    const lengthOf = (nodes: NodeList) =>
      Array.from(nodes).reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0);
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes, target, oldValue } of changes) {
        letters += lengthOf(addedNodes) - (isNet ? lengthOf(removedNodes) : 0);
        if (oldValue === null) continue;
        letters += (target.textContent?.length ?? 0) - (isNet ? oldValue.length : 0);
      }
      clearTimeout(quiet);
      quiet = setTimeout(() => letters < 200 || end(), 300);
    });
    const end = () => {
      observer.disconnect();
      clearTimeout(quiet);
      resolve(letters >= 200);
    };
    const everything = { childList: true, subtree: true, characterDataOldValue: true };
    observer.observe(document, everything);
    setTimeout(end, longestMs);
  });
}

/** An app that shows the same text for longer than this has only changed its URL. */
const longestLagMs = 4_000;

/**
 * Time of each tab's last navigation, in milliseconds since the epoch. Kept in memory only: the background stays alive
 * for longer than the lag.
 */
const lastNavigations = new Map<number, number>();

/** Must be called synchronously at startup. Without permission for the site, the browser reports only `status`. */
export function trackNavigations(): void {
  browser.tabs.onUpdated.addListener((tabId, { status, url }) => {
    if (status !== undefined || url !== undefined) lastNavigations.set(tabId, Date.now());
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    lastNavigations.delete(tabId);
  });
}

/** Waits until the text changes, at most four seconds after the tab's last navigation. */
export async function waitForNewText(tabId: number): Promise<void> {
  const left = (lastNavigations.get(tabId) ?? 0) + longestLagMs - Date.now();
  if (left > 0 && (await hasShownOtherPages(tabId)))
    await watch(tabId, { longestMs: left, isNet: false });
}

/** Returns whether the document had another page's URL; false in browsers without the Navigation API. */
async function hasShownOtherPages(tabId: number): Promise<boolean> {
  const addresses = await runFunction(tabId, addressesOfDocument, []).catch(() => []);
  const pages = addresses?.map((url) => pageKeyOf(url));
  return new Set(pages).size > 1;
}

function addressesOfDocument(): string[] {
  if (!('navigation' in globalThis)) return [];
  return navigation
    .entries()
    .flatMap(({ sameDocument, url }) => (sameDocument && url !== null ? url : []));
}
