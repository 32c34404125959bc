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
  attempts: ConnectAttempts;
  /** The surface asks for it, in the person's click. */
  isGranted: (origin: string) => Promise<boolean>;
  release: (origin: string) => Promise<void>;
  revoke: (connectionId: string) => Promise<unknown>;
  /** For a key that isn't stored yet. */
  openTrial: (service: { baseUrl: string; secret: string }) => MemoryClient;
  /** Also resumes saves paused because of a missing credential. */
  changed: (connectionId: string) => void;
  /** Called when storage fails; an error is also shown. */
  report: (cause: unknown) => void;
  now: () => number;
};

export type ConnectAttempts = ReturnType<typeof createConnectAttempts>;

export function createConnectAttempts() {
  const running = new Map<string, AbortController>();

  /** Nothing must be stored after the signal aborts. */
  async function run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  }

  /** Ignores an attempt that has ended. */
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

/** A failure is reported, not thrown. */
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
