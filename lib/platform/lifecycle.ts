/** When the extension is installed or updated, and when the browser starts. */
import { browser } from 'wxt/browser';

export function listenToInstall(listener: (reason: 'install' | 'update') => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install' || reason === 'update') listener(reason);
  });
}

export function listenToStartup(listener: () => void): void {
  browser.runtime.onStartup.addListener(listener);
}
