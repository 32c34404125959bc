/** The browser's messaging API without the polyfill, which every page would have to load (decision 0012). */

export type MessageSender = { id?: string; tab?: unknown };

/** A listener returns true if it calls `answer` later. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
  answer: (value: unknown) => void,
) => true | undefined;

export type PageRuntime = {
  /** Undefined after the extension was updated or removed. */
  id?: string;
  sendMessage: (message: unknown) => Promise<unknown>;
  onMessage: {
    addListener: (listener: MessageListener) => void;
    removeListener: (listener: MessageListener) => void;
  };
};

/** Returns undefined if the extension was removed; some browsers throw instead. */
export function pageRuntime(): PageRuntime | undefined {
  return chrome.runtime;
}

/** `chrome` returns promises in both browsers, and pages can't replace it for content scripts. */
declare const chrome: { runtime?: PageRuntime };
