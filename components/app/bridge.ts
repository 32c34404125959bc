/** Everything the surfaces need from the browser and the background; the gallery passes a fake. */
import { createContext, use } from 'react';
import type { BatchAccess } from '../../lib/batch/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { Ask } from '../../lib/messaging/client.ts';

export type TransferFiles = {
  /** Copies a file to where the device service reads it, and gives its name there; rejects if the disk is full. */
  put: (content: Blob) => Promise<string>;
  get: (name: string) => Promise<Blob>;
  remove: (name: string) => Promise<void>;
  /** Keeps other pages from removing files until the returned function is called. */
  hold: () => Promise<() => void>;
  /** Removes what earlier pages left behind. */
  clear: () => Promise<void>;
  /** Downloads a file. */
  download: (content: Blob, name: string) => void;
};

/** What this browser supports; the UI leaves out the rest. */
export type Abilities = {
  /** Sign-in in a window of the browser (`identity`). */
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
  /** Null if the window has no tab the extension can see. */
  activeTab: () => Promise<{ id: number; windowId: number } | null>;
  /** Calls the listener when another page may be active, until the returned function is called. */
  onFrontPageChange: (listener: () => void) => () => void;
  /** Works only within a user gesture, so nothing can be awaited before it. */
  openSidePanel: (windowId: number) => Promise<void>;
  /** The window the surface itself is in. */
  ownWindowId: () => Promise<number | null>;
  /** Stores a query for a window's side panel, which takes it when it opens, or at once if it is open. */
  offerQuery: (windowId: number, q: string) => Promise<void>;
  /** Requests permission for these origins; works only within a user gesture. */
  requestOrigins: (origins: readonly string[]) => Promise<boolean>;
  /** The same for services to connect to. */
  requestServices: (origins: readonly string[]) => Promise<boolean>;
  /** Requests permission, and gives the origins that were not allowed before, to release later; null if denied. */
  borrowOrigins: (origins: readonly string[]) => Promise<string[] | null>;
  /** Requests permission to list tabs or bookmarks; works only within a user gesture. */
  requestAccess: (access: BatchAccess) => Promise<boolean>;
  /** Releases that permission. */
  releaseAccess: (access: BatchAccess) => Promise<void>;
  openWelcome: () => Promise<void>;
  openSettings: () => Promise<void>;
  /** Files too large for a message, which are passed through the disk. */
  files: TransferFiles;
  shortcuts: () => Promise<readonly { name: string; shortcut: string }[]>;
  /** Opens the browser's page for changing shortcuts. */
  openShortcutSettings: () => Promise<void>;
  closeWindow: () => void;
  /** Keepsake's version, as in the manifest. */
  version: string;
  /** A random UUID. */
  newId: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
};

const BridgeContext = createContext<Bridge | null>(null);

/** Provides the bridge to everything inside it. */
export const BridgeProvider = BridgeContext.Provider;

/** Gives the bridge; throws outside of a `BridgeProvider`. */
export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === null) throw new Error('A surface is rendered outside of its BridgeProvider.');
  return bridge;
}
