/** Connects UI surfaces to the browser and the background. The component gallery uses a fake. */
import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { BatchAccess } from '../../lib/batch/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { Ask } from '../../lib/messaging/client.ts';

/** The parts of the settings that other surfaces open. */
export type SettingsPart = 'connections' | 'memories' | 'rules' | 'data';

export type TransferFiles = {
  /** Writes the file where the device service can read it, and returns its name. Rejects if the disk is full. */
  put: (content: Blob) => Promise<string>;
  get: (name: string) => Promise<Blob>;
  remove: (name: string) => Promise<void>;
  /** Keeps other pages from removing files until the returned function is called. */
  hold: () => Promise<() => void>;
  /** Removes files that earlier pages left behind. */
  clear: () => Promise<void>;
  /** Reports the bytes of the named transfer until `end` is called. */
  watch: (
    name: string,
    onBytes: (bytes: number) => void,
  ) => { cancel: () => void; end: () => void };
  download: (content: Blob, name: string) => void;
};

/** Optional browser features. The UI omits unsupported features. */
export type Abilities = {
  /** Sign-in in a browser window (`identity`). */
  consent: boolean;
  shortcuts: boolean;
  bookmarks: boolean;
};

export type Bridge = {
  abilities: Abilities;
  ask: Ask;
  /** Subscribes to events. The returned function unsubscribes. */
  onEvent: (listener: (event: AppEvent) => void) => () => void;
  /** Null if the extension can't see the tab. */
  activeTab: () => Promise<{ id: number; windowId: number } | null>;
  /** Calls `listener` when a different page might have become active. The returned function unsubscribes. */
  onFrontPageChange: (listener: () => void) => () => void;
  /** Needs a user gesture, so don't await anything before calling it. */
  openSidePanel: (windowId: number) => Promise<void>;
  ownWindowId: () => Promise<number | null>;
  /** Passes the query to the window's side panel, even if the panel isn't open yet. */
  offerQuery: (windowId: number, q: string) => Promise<void>;
  /** Requests access to sites. Needs a user gesture. */
  requestOrigins: (origins: readonly string[]) => Promise<boolean>;
  /** Requests access to the origins of services to connect to. */
  requestServices: (origins: readonly string[]) => Promise<boolean>;
  /** Returns the origins that weren't allowed before, to release them later; null if denied. */
  borrowOrigins: (origins: readonly string[]) => Promise<string[] | null>;
  /** Requests the permission for tabs or bookmarks. Needs a user gesture. */
  requestAccess: (access: BatchAccess) => Promise<boolean>;
  releaseAccess: (access: BatchAccess) => Promise<void>;
  openWelcome: () => Promise<void>;
  openSettings: (part?: SettingsPart) => Promise<void>;
  /** Passes data that is too large for a message, as files on disk. */
  files: TransferFiles;
  shortcuts: () => Promise<readonly { name: string; shortcut: string }[]>;
  openShortcutSettings: () => Promise<void>;
  closeWindow: () => void;
  version: string;
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

/** Calls the latest `listener` on every event, while mounted. */
export function useAppEvents(listener: (event: AppEvent) => void): void {
  const { onEvent } = useBridge();
  const hear = useEffectEvent(listener);
  useEffect(() => onEvent((event) => hear(event)), [onEvent]);
}
