/** What the toolbar's button shows beside one page. */
import type { Page } from '@playwright/test';
import type { Keepsake } from './keepsake.ts';

/** Gives the mark on the button and its title while the page is in front. */
export async function badgeOf(
  keepsake: Keepsake,
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

/** Gives the title of the button beside a page, in front or not: coming to the front has it made anew. */
export async function titleBeside(keepsake: Keepsake, url: string): Promise<string | null> {
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
