/** `runtime` messages: the one place that knows how the browser carries a question and its answer. */
import { browser } from 'wxt/browser';

/** Who sent a message, as the browser vouches for it. */
export type MessageSender = {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  tab?: unknown;
};

/** Gives a promise of the answer, or undefined to leave the message to another listener. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
) => Promise<unknown> | undefined;

/** Must be called synchronously when the script starts, or the message that woke it is missed. */
export function listenToMessages(listener: MessageListener): void {
  // The polyfill answers with what the promise gives; the types are those of the API without it.
  // oxlint-disable-next-line typescript/no-misused-promises
  browser.runtime.onMessage.addListener(listener);
}

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
