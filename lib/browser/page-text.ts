/** Whether a page goes on to show other text, as an app does whose words come after the page. */
import { browser } from 'wxt/browser';
import { customIdOf } from '../custom-id/custom-id.ts';

/** Waits for up to four seconds; false also where the page may not be watched. A page at rest does nothing meanwhile. */
export function hasPageGrown(tabId: number): Promise<boolean> {
  return watch(tabId, { longestMs: 4_000, isNet: true });
}

/** Waits for so long, in milliseconds, for other text, be it in the place of what stands there or beside it. */
function hasTextChanged(tabId: number, longestMs: number): Promise<boolean> {
  return watch(tabId, { longestMs, isNet: false });
}

type Watching = {
  longestMs: number;
  /** What goes is set off against what comes. */
  isNet: boolean;
};

async function watch(tabId: number, watching: Watching): Promise<boolean> {
  try {
    const [watched] = await browser.scripting.executeScript({
      target: { tabId },
      func: watchForText,
      args: [watching],
      injectImmediately: true,
    });
    return watched?.result === true;
  } catch {
    return false; // Closed, left, or closed to extensions: reading it says so.
  }
}

/** Runs inside the page, so that nothing of this file is in its scope. Says yes once the page is quiet again. */
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

/** Milliseconds after which an app that still shows the same is taken to have changed its address alone. */
const longestLagMs = 4_000;

/**
 * When a tab last went somewhere, in milliseconds since the epoch. A background that has ended since then has nothing to
 * remember: browsers let it live for longer than the lag.
 */
const lastNavigations = new Map<number, number>();

/** Must be called synchronously when the background starts. Without a permission browsers tell that, but not where to. */
export function trackNavigations(): void {
  browser.tabs.onUpdated.addListener((tabId, { status, url }) => {
    if (status !== undefined || url !== undefined) lastNavigations.set(tabId, Date.now());
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    lastNavigations.delete(tabId);
  });
}

/** Resolves at once, without a look at the page, where its tab has gone nowhere for four seconds. */
export async function waitForNewText(tabId: number): Promise<void> {
  const left = (lastNavigations.get(tabId) ?? 0) + longestLagMs - Date.now();
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
