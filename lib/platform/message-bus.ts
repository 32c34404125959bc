/** The asking end of `runtime` messages. */
import { browser } from 'wxt/browser';

/** Rejects where nobody listens or the listener ended before it answered. */
export function sendMessage(message: unknown): Promise<unknown> {
  return browser.runtime.sendMessage(message);
}

export const extensionIdentity = {
  /** As in the manifest. */
  get version(): string {
    return browser.runtime.getManifest().version;
  },
  get id(): string {
    return browser.runtime.id;
  },
  /** Scheme and host of the extension's pages, without a slash. */
  get origin(): string {
    return new URL(browser.runtime.getURL('/')).origin;
  },
};
