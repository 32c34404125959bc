/** What surfaces need from the browser and the background; the gallery passes a fake. */
import { createContext, use } from 'react';
import type { BatchAccess } from '../../lib/batch/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { Ask } from '../../lib/messaging/client.ts';

export type TransferFiles = {
  /** Writes the file where the device service can read it, and returns its name. Rejects if the disk is full. */
  put: (content: Blob) => Promise<string>;
  get: (name: string) => Promise<Blob>;
  remove: (name: string) => Promise<void>;
  /** Keeps other pages from removing files until the result is called. */
  hold: () => Promise<() => void>;
  /** Removes leftovers of earlier pages. */
  clear: () => Promise<void>;
  download: (content: Blob, name: string) => void;
};

/** Unsupported features are left out of the UI. */
export type Abilities = {
  /** Sign-in in a browser window (`identity`). */
  consent: boolean;
  shortcuts: boolean;
  bookmarks: boolean;
};

export type Bridge = {
  abilities: Abilities;
  ask: Ask;
  /** Until the result is called. */
  onEvent: (listener: (event: AppEvent) => void) => () => void;
  /** Null if the extension can't see the tab. */
  activeTab: () => Promise<{ id: number; windowId: number } | null>;
  /** Another page may be active; until the result is called. */
  onFrontPageChange: (listener: () => void) => () => void;
  /** Needs a user gesture, so nothing can be awaited before it. */
  openSidePanel: (windowId: number) => Promise<void>;
  ownWindowId: () => Promise<number | null>;
  /** The window's side panel takes the query, or takes it when it opens. */
  offerQuery: (windowId: number, q: string) => Promise<void>;
  /** Needs a user gesture. */
  requestOrigins: (origins: readonly string[]) => Promise<boolean>;
  /** For services to connect to. */
  requestServices: (origins: readonly string[]) => Promise<boolean>;
  /** Returns origins that weren't allowed before, to release later; null if denied. */
  borrowOrigins: (origins: readonly string[]) => Promise<string[] | null>;
  /** For tabs or bookmarks. Needs a user gesture. */
  requestAccess: (access: BatchAccess) => Promise<boolean>;
  releaseAccess: (access: BatchAccess) => Promise<void>;
  openWelcome: () => Promise<void>;
  openSettings: () => Promise<void>;
  /** Too large for a message, so passed through the disk. */
  files: TransferFiles;
  shortcuts: () => Promise<readonly { name: string; shortcut: string }[]>;
  openShortcutSettings: () => Promise<void>;
  closeWindow: () => void;
  version: string;
  /** UUID. */
  newId: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
};

const BridgeContext = createContext<Bridge | null>(null);
export const BridgeProvider = BridgeContext.Provider;

/** Throws outside of a `BridgeProvider`. */
export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === null) throw new Error('A surface is rendered outside of its BridgeProvider.');
  return bridge;
}
