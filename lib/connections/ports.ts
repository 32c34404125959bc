/** What connecting depends on, and the attempts to connect that are running. */
import type {
  CredentialKind,
  CredentialSlot,
  CredentialView,
  CredentialLifetime,
  StoredConnections,
} from './model.ts';
import type { Result } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { Withdrawals } from './withdrawals.ts';
import type { MemoryError, AppError } from '../contract/errors.ts';
import { unneededOrigins } from './model.ts';

export type VaultPort = {
  /** Gives the new credential's id; a replacement has another. */
  store: (
    slot: CredentialSlot,
    what: { secret: string; until: CredentialLifetime },
  ) => Promise<string>;
  open: (
    slot: CredentialSlot,
  ) => Promise<
    Result<
      { id: string; secret: string },
      { code: 'credential.none' | 'credential.lost' | 'storage.failed' }
    >
  >;
  /** What pages may know of it, and its id if it can be opened; null if there is none. */
  look: (slot: CredentialSlot) => Promise<{ id: string | null; view: CredentialView } | null>;
  forget: (slot: CredentialSlot) => Promise<void>;
  /** Connections, stored or not, that have something of a kind in the vault. */
  connectionsWith: (kind: CredentialKind) => Promise<string[]>;
  /** Removes what belongs to none of these connections. */
  forgetStrays: (connectionIds: readonly string[]) => Promise<void>;
};

export type ConnectionPorts = {
  store: {
    read: () => Promise<StoredConnections>;
    update: (change: (store: StoredConnections) => StoredConnections) => Promise<StoredConnections>;
    /** Whether no connection was ever set aside because it couldn't be parsed. */
    isWhole: () => Promise<boolean>;
  };
  vault: VaultPort;
  withdrawals: Withdrawals;
  /** The running attempts, so that they can be canceled. */
  attempts: ConnectAttempts;
  /** Whether the person has granted requests to an origin. The surface asks for it, in their click. */
  isGranted: (origin: string) => Promise<boolean>;
  /** Gives the permission for an origin back. */
  release: (origin: string) => Promise<void>;
  /** Deletes the tokens of a connection and revokes them. */
  revoke: (connectionId: string) => Promise<unknown>;
  /** Makes a client to try a key that isn't stored yet. */
  openTrial: (service: { baseUrl: string; secret: string }) => MemoryClient;
  /** Tells the surfaces, and whatever paused for lack of a credential, that a connection changed. */
  changed: (connectionId: string) => void;
  /** Called with the cause when storage fails. The person is told as well. */
  report: (cause: unknown) => void;
  now: () => number;
};

export type ConnectAttempts = ReturnType<typeof createConnectAttempts>;

/** Makes the registry of attempts to connect; a background has one. */
export function createConnectAttempts() {
  const running = new Map<string, AbortController>();

  /** Runs an attempt. Nothing may be stored once its signal has aborted. */
  async function run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  }

  /** Cancels an attempt; one that has ended is left alone. */
  function giveUp(id: string): void {
    running.get(id)?.abort();
  }

  function giveUpAll(): void {
    for (const controller of running.values()) controller.abort();
  }

  return { run, giveUp, giveUpAll };
}

export const attemptCanceled: MemoryError = {
  code: 'memory.aborted',
  message: 'This was given up before it was done, so nothing is kept.',
  retryable: false,
};

type PermissionPorts = Pick<ConnectionPorts, 'release' | 'report'> & {
  store: Pick<ConnectionPorts['store'], 'read'>;
};

/** Gives back the permissions no connection needs. A failure is reported, not thrown. */
export async function releaseUnneeded(
  origins: readonly string[],
  { store, release, report }: PermissionPorts,
): Promise<void> {
  for (const origin of unneededOrigins(origins, await store.read())) {
    await release(origin).catch(report);
  }
}

export const noSuchConnection: AppError = {
  code: 'connection.none',
  message: 'This connection is no longer kept.',
  retryable: false,
};

export const storageFailed: AppError = {
  code: 'storage.failed',
  message: 'The browser’s storage did not take it.',
  retryable: true,
};
