/**
 * The browser's own messages inside a web page, without the polyfill that the rest of the extension has: every page
 * would have to load it. Both browsers know the few words that are used here; decision 0012 has the rest.
 */

/** What a listener is told of who speaks. */
export type MessageSender = { id?: string; tab?: unknown };

/** It calls `answer` later where it gives true. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
  answer: (value: unknown) => void,
) => true | undefined;

export type PageRuntime = {
  /** Undefined once the extension was updated or removed. */
  id?: string;
  sendMessage: (message: unknown) => Promise<unknown>;
  onMessage: {
    addListener: (listener: MessageListener) => void;
    removeListener: (listener: MessageListener) => void;
  };
};

/** Undefined where the extension is gone; some browsers throw for that instead. */
export function pageRuntime(): PageRuntime | undefined {
  return chrome.runtime;
}

/** By this name, which a page can give to nothing that a script of the extension sees, it gives promises everywhere. */
declare const chrome: { runtime?: PageRuntime };
