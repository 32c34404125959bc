/** Detects that a page goes on to show other text, as apps do after loading. */
import { browser } from 'wxt/browser';
import { customIdOf } from '../custom-id/custom-id.ts';

/** Waits up to four seconds; false if the page can't be watched. Idle pages do no work. */
export function hasPageGrown(tabId: number): Promise<boolean> {
  return watch(tabId, { longestMs: 4_000, isNet: true });
}

function hasTextChanged(tabId: number, longestMs: number): Promise<boolean> {
  return watch(tabId, { longestMs, isNet: false });
}

type Watching = {
  longestMs: number;
  /** Offset removed text against added text. */
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

/** Runs in the page, without this file's scope. Resolves once the page is quiet. */
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

/** After this long, an app that still shows the same text only changed its address. */
const longestLagMs = 4_000;

/** When each tab last navigated (epoch ms). A background lives longer than the lag. */
const lastNavigations = new Map<number, number>();

/** Must be called synchronously at startup. Without a permission the address is hidden. */
export function trackNavigations(): void {
  browser.tabs.onUpdated.addListener((tabId, { status, url }) => {
    if (status !== undefined || url !== undefined) lastNavigations.set(tabId, Date.now());
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    lastNavigations.delete(tabId);
  });
}

/** Resolves immediately if the tab hasn't navigated for four seconds. */
export async function waitForNewText(tabId: number): Promise<void> {
  const left = (lastNavigations.get(tabId) ?? 0) + longestLagMs - Date.now();
  if (left > 0 && (await hasShownOtherPages(tabId))) await hasTextChanged(tabId, left);
}

/** Whether the document had another page's address; false in browsers without such a list. */
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

function addressesOfDocument(): string[] {
  if (!('navigation' in globalThis)) return [];
  return navigation
    .entries()
    .flatMap(({ sameDocument, url }) => (sameDocument && url !== null ? url : []));
}
