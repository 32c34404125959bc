/**
 * Brings Firefox to the passage that an address names. In a tab that an extension opened, Firefox marks the passage
 * but stays at the top of the page.
 */
import { browser } from 'wxt/browser';
import { hasApi } from './abilities.ts';

/** Later than this the person has long begun to read, or gone elsewhere in that tab. */
const longestLoadMs = 20_000;

/** Goes to the address again once the tab has loaded it: that loads nothing anew, and scrolls. */
export function scrollToPassage(opening: Promise<{ id?: number | undefined }>, url: string): void {
  const tooLate = setTimeout(stop, longestLoadMs);
  browser.tabs.onUpdated.addListener(onUpdated);

  function onUpdated(tabId: number, { status }: { status?: string | undefined }): void {
    // Where the tab did not open, or is closed again, there is nowhere to scroll.
    if (status === 'complete') scrollIn(tabId).catch(stop);
  }

  async function scrollIn(tabId: number): Promise<void> {
    if ((await opening).id !== tabId) return;
    stop();
    // `loadReplace` is Firefox's own, but not Android's: an address that leads elsewhere comes into the history once.
    const again = hasApi('windows') ? { url, loadReplace: true } : { url };
    await browser.tabs.update(tabId, again);
  }

  function stop(): void {
    clearTimeout(tooLate);
    browser.tabs.onUpdated.removeListener(onUpdated);
  }
}
