/** Tells that another page may stand in front than before. */
import { browser } from 'wxt/browser';
import { hasApi } from './abilities.ts';

/** Calls the listener until the returned function is called; it is told of changes of any tab, and looks itself. */
export function onFrontPageChange(listener: () => void): () => void {
  const updated = (_tabId: number, { url, status }: { url?: string; status?: string }) => {
    if (url !== undefined || status !== undefined) listener();
  };
  const activated = () => listener();
  browser.tabs.onUpdated.addListener(updated);
  browser.tabs.onActivated.addListener(activated);
  if (hasApi('windows')) browser.windows.onFocusChanged.addListener(activated);
  return () => {
    browser.tabs.onUpdated.removeListener(updated);
    browser.tabs.onActivated.removeListener(activated);
    if (hasApi('windows')) browser.windows.onFocusChanged.removeListener(activated);
  };
}
