/**
 * The answering end of `runtime` messages. Chromium takes no promise for an answer, so this, and this alone, goes by the
 * polyfill: what only asks is spared its weight. Decision 0004 has the rest.
 */
import browser from 'webextension-polyfill';

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
  browser.runtime.onMessage.addListener(listener);
}
