/** What connecting depends on, and the attempts to connect that are running. */
import { unneededOrigins } from './model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { Withdrawals } from './withdrawals.ts';
import type { MemoryError, AppError } from '../contract/errors.ts';
import type { ConnectionsStore } from './store.ts';
import type { Vault } from './vault.ts';

export type ConnectionPorts = {
  store: Pick<ConnectionsStore, 'read' | 'update' | 'isWhole'>;
  vault: Omit<Vault, 'revise' | 'find'>;
  withdrawals: Withdrawals;
  /** The running attempts, so that they can be canceled. */
  attempts: ConnectAttempts;
  /** Whether the person has granted requests to an origin. The surface asks for it, in their click. */
  isGranted: (origin: string) => Promise<boolean>;
  /** Revokes the permission for an origin. */
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

/** Keeps the running attempts to connect; a background has one. */
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
  message: 'The attempt was canceled, so nothing was stored.',
  retryable: false,
};

/** Releases the permissions no connection needs. A failure is reported, not thrown. */
export async function releaseUnneeded(
  origins: readonly string[],
  { store, release, report }: Pick<ConnectionPorts, 'store' | 'release' | 'report'>,
): Promise<void> {
  for (const origin of unneededOrigins(origins, await store.read())) {
    await release(origin).catch(report);
  }
}

export const noSuchConnection: AppError = {
  code: 'connection.none',
  message: 'This connection was removed.',
  retryable: false,
};

export const storageFailed: AppError = {
  code: 'storage.failed',
  message: 'The browser’s storage failed.',
  retryable: true,
};
