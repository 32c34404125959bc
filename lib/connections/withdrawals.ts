/**
 * Access withdrawn by a service (contract, section 5), which isn't used again until the person lifts the withdrawal.
 */
import { sharedOnce } from '../async/shared-once.ts';
import type { Access, Withdrawal } from './model.ts';
import type { createWithdrawalStore } from './withdrawal-store.ts';

export type WithdrawalPorts = {
  store: ReturnType<typeof createWithdrawalStore>;
  changed: (connectionId: string) => void;
  /** Called if a withdrawal can't be stored; it still applies until this background stops. */
  reportUnwritten: (cause: unknown) => void;
};

export type Withdrawals = ReturnType<typeof createWithdrawals>;

/** Create once per background. State is kept in memory and written to storage. */
export function createWithdrawals({ store, changed, reportUnwritten }: WithdrawalPorts) {
  const rows = new Map<string, Withdrawal>();
  let writing: Promise<void> = Promise.resolve();

  /** Nothing must be sent before the promise resolves. Rejects if storage fails. */
  const load = sharedOnce(async () => {
    for (const row of await store.all()) {
      if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    }
  });

  /** Synchronous, so that no request is sent in the meantime. */
  function find(credentialId: string, access: Access): Withdrawal | null {
    const whole = rows.get(keyOf({ credentialId, access: 'all' }));
    return whole ?? rows.get(keyOf({ credentialId, access })) ?? null;
  }

  /** Takes effect immediately and resolves when stored. A repeat keeps the original time and the first trace id. */
  async function record(withdrawal: Withdrawal): Promise<void> {
    const known = rows.get(keyOf(withdrawal));
    if (known !== undefined && !isBetterTold(withdrawal, known)) return writing;
    const row = known === undefined ? withdrawal : { ...withdrawal, at: known.at };
    rows.set(keyOf(row), row);
    changed(row.connectionId);
    return write(() => store.put(row));
  }

  async function drop(isMeant: (row: Withdrawal) => boolean): Promise<void> {
    await load();
    const meant = [...rows.values()].filter(isMeant);
    for (const row of meant) rows.delete(keyOf(row));
    for (const connectionId of new Set(meant.map((row) => row.connectionId))) {
      changed(connectionId);
    }
    await write(async () => {
      for (const row of meant) await store.remove(row);
    });
  }

  /** Writes in order, so that storage ends up matching the in-memory state. */
  function write(work: () => Promise<void>): Promise<void> {
    writing = writing.then(work).catch(reportUnwritten);
    return writing;
  }

  async function ofConnection(connectionId: string): Promise<Withdrawal[]> {
    await load();
    return [...rows.values()].filter((row) => row.connectionId === connectionId);
  }

  return {
    load,
    find,
    record,
    lift: (credentialId: string) => drop((row) => row.credentialId === credentialId),
    forget: (connectionId: string) => drop((row) => row.connectionId === connectionId),
    ofConnection,
  };
}

function keyOf({ credentialId, access }: Pick<Withdrawal, 'credentialId' | 'access'>): string {
  return `${access} ${credentialId}`;
}

function isBetterTold(later: Withdrawal, earlier: Withdrawal): boolean {
  return earlier.error.traceId === undefined && later.error.traceId !== undefined;
}
