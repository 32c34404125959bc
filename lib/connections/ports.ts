import { unneededOrigins } from './model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { Withdrawals } from './withdrawals.ts';
import { appError } from '../contract/errors.ts';
import type { createCancelable } from '../messaging/calls.ts';
import type { ConnectionsStore } from './store.ts';
import type { Vault } from './vault.ts';

export type ConnectionPorts = {
  store: Pick<ConnectionsStore, 'read' | 'update' | 'isWhole'>;
  vault: Omit<Vault, 'revise' | 'find'>;
  withdrawals: Withdrawals;
  /** Attempts to connect, which store nothing once they're canceled. */
  attempts: ReturnType<typeof createCancelable>;
  /** Only checks the permission, which the UI requests in a click handler. */
  isGranted: (origin: string) => Promise<boolean>;
  release: (origin: string) => Promise<void>;
  revoke: (connectionId: string) => Promise<unknown>;
  /** Creates a client for a key that isn't stored yet. */
  openTrial: (service: { baseUrl: string; secret: string }) => MemoryClient;
  /** Also resumes saves that paused because of a missing credential. */
  changed: (connectionId: string) => void;
  /** Called when storage fails, in addition to returning an error. */
  report: (cause: unknown) => void;
  now: () => number;
};

export const attemptCanceled = appError(
  'memory.aborted',
  'The attempt was canceled, so nothing was stored.',
);

/** Reports failures instead of throwing. */
export async function releaseUnneeded(
  origins: readonly string[],
  { store, release, report }: Pick<ConnectionPorts, 'store' | 'release' | 'report'>,
): Promise<void> {
  for (const origin of unneededOrigins(origins, await store.read())) {
    await release(origin).catch(report);
  }
}
