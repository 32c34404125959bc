/** Tells when a page comes to the front or goes to another address, as far as the browser lets the extension see it. */
import { browser } from 'wxt/browser';
import { getTab } from './tabs.ts';

/** `url` is known only of a site the person allowed, or of a tab they have just used Keepsake on. */
type ArrivalListener = (arrival: { tabId: number; url: string }) => void;

/** Must be called synchronously when the background starts. */
export function listenToArrivals(listener: ArrivalListener): void {
  browser.tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    // A page that changes its address by script is told by the address alone, one that loads by its end as well.
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
