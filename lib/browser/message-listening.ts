/** Only listeners need the polyfill: Chromium takes no promise as an answer (decision 0004). */
import browser from 'webextension-polyfill';

/** As reported by the browser. */
export type MessageSender = {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
  tab?: unknown;
};

/** Returns undefined to leave the message to another listener. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
) => Promise<unknown> | undefined;

/** Must be called synchronously at startup, or the message that woke the script is missed. */
export function listenToMessages(listener: MessageListener): void {
  browser.runtime.onMessage.addListener(listener);
}
