/** What the surfaces need from outside themselves; the entrypoints hand in the real things, the gallery plays them. */
import { createContext, use } from 'react';
import type { BatchAccess } from '../../lib/contracts/batches.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Ask } from '../../lib/messaging/client.ts';

export type TransferFiles = {
  /** Copies a file to where the home reads it, and gives the name it has there; rejects where there is no room. */
  put: (content: Blob) => Promise<string>;
  get: (name: string) => Promise<Blob>;
  remove: (name: string) => Promise<void>;
  /** Keeps other pages from clearing away until the returned function is called. */
  hold: () => Promise<() => void>;
  /** Removes what earlier pages left behind. */
  clear: () => Promise<void>;
  /** Has the browser keep a file among the person's downloads. */
  download: (content: Blob, name: string) => void;
};

/** What this browser lets the person be offered; the others are left out where they would stand. */
export type Abilities = {
  /** A consent in a window of the browser's own. */
  consent: boolean;
  /** Keyboard shortcuts of the extension. */
  shortcuts: boolean;
  bookmarks: boolean;
};

export type Bridge = {
  abilities: Abilities;
  ask: Ask;
  /** Calls the listener for each event until the returned function is called. */
  onEvent: (listener: (event: AppEvent) => void) => () => void;
  /** Null where the window has no tab, such as one of the browser's own. */
  activeTab: () => Promise<{ id: number; windowId: number } | null>;
  /** Calls the listener, until the returned function is called, when another page may be in front. */
  onFrontPageChange: (listener: () => void) => () => void;
  /** Works only while a click or a key is being handled, so nothing may be awaited before it. */
  openSidePanel: (windowId: number) => Promise<void>;
  /** The window the surface itself is in. */
  ownWindowId: () => Promise<number | null>;
  /** Leaves a query for a window's side panel, which takes it when it opens, or at once if it is open. */
  offerQuery: (windowId: number, q: string) => Promise<void>;
  /** Asks the person, once, to allow these origins; works only while a click is being handled, like the side panel. */
  requestOrigins: (origins: readonly string[]) => Promise<boolean>;
  /** The same for services that memory is to be sent to. */
  requestServices: (origins: readonly string[]) => Promise<boolean>;
  /** Asks likewise, and gives those that were not allowed before, to be given back; null where the person said no. */
  borrowOrigins: (origins: readonly string[]) => Promise<string[] | null>;
  /** Asks the person to let tabs or bookmarks be listed; works only while a click is being handled. */
  requestAccess: (access: BatchAccess) => Promise<boolean>;
  /** Gives that permission back. */
  releaseAccess: (access: BatchAccess) => Promise<void>;
  openWelcome: () => Promise<void>;
  openSettings: () => Promise<void>;
  /** Files too large for a message, which go by way of the disk. */
  files: TransferFiles;
  shortcuts: () => Promise<readonly { name: string; shortcut: string }[]>;
  /** Leads to where the browser lets the keys be changed. */
  openShortcutSettings: () => Promise<void>;
  closeWindow: () => void;
  /** Of Keepsake, as in the manifest. */
  version: string;
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
