/** Reads the state of the toolbar button for a page. */
import type { Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';

/** Brings the page to the front and returns the button's badge and title. */
export async function badgeOf(
  keepsake: ChromiumExtension,
  page: Page,
): Promise<{ text: string; title: string }> {
  const worker = await keepsake.worker();
  await page.bringToFront();
  return worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return {
      text: await chrome.action.getBadgeText({ tabId: tab?.id }),
      title: await chrome.action.getTitle({ tabId: tab?.id }),
    };
  });
}

/** Returns the button's title for a page without bringing the page to the front, which would recompute the title. */
export async function titleBeside(
  keepsake: ChromiumExtension,
  url: string,
): Promise<string | null> {
  const worker = await keepsake.worker();
  return worker.evaluate(async (wanted) => {
    const tab = (await chrome.tabs.query({})).find((one) => one.url === wanted);
    return tab === undefined ? null : chrome.action.getTitle({ tabId: tab.id });
  }, url);
}

declare const chrome: {
  tabs: { query: (query: object) => Promise<{ id: number; url?: string }[]> };
  action: {
    getBadgeText: (details: object) => Promise<string>;
    getTitle: (details: object) => Promise<string>;
  };
};
