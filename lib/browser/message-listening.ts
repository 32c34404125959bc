/** Only listeners need the polyfill: Chromium doesn't accept a promise as a response (decision 0004). */
import browser from 'webextension-polyfill';

export type MessageSender = {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  tab?: unknown;
};

/** A listener returns undefined to leave the message to another listener. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
) => Promise<unknown> | undefined;

/** Must be called synchronously at startup, or the message that woke the script is missed. */
export function listenToMessages(listener: MessageListener): void {
  browser.runtime.onMessage.addListener(listener);
}
