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

declare const chrome: {
  tabs: { query: (query: object) => Promise<{ id: number }[]> };
  action: {
    getBadgeText: (details: object) => Promise<string>;
    getTitle: (details: object) => Promise<string>;
  };
};
