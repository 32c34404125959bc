/** What the surfaces need from outside themselves; the entrypoints hand in the real things, the gallery plays them. */
import { createContext, use } from 'react';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Ask } from '../../lib/messaging/client.ts';

export type Bridge = {
  ask: Ask;
  /** Calls the listener for each event until the returned function is called. */
  onEvent: (listener: (event: AppEvent) => void) => () => void;
  /** Null where the window has no tab, such as one of the browser's own. */
  activeTab: () => Promise<{ id: number; windowId: number } | null>;
  /** Works only while a click or a key is being handled, so nothing may be awaited before it. */
  openSidePanel: (windowId: number) => Promise<void>;
  /** The window the surface itself is in. */
  ownWindowId: () => Promise<number | null>;
  /** Leaves a query for a window's side panel, which takes it when it opens, or at once if it is open. */
  offerQuery: (windowId: number, q: string) => Promise<void>;
  openWelcome: () => Promise<void>;
  shortcuts: () => Promise<readonly { name: string; shortcut: string }[]>;
  closeWindow: () => void;
  /** A random UUID. */
  newId: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
};

const BridgeContext = createContext<Bridge | null>(null);

/** Gives the bridge to everything inside it. */
export const BridgeProvider = BridgeContext.Provider;

/** Gives the bridge; throws outside of a `BridgeProvider`. */
export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === null) throw new Error('A surface is rendered outside of its BridgeProvider.');
  return bridge;
}
