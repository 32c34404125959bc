/**
 * What services withdrew from our credentials (contract, section 5): once here, no request carries the credential for
 * that access again, also after a restart, until the person says so.
 */
import type { Access, Withdrawal } from '../../contracts/connections.ts';

export type WithdrawalPorts = {
  store: {
    all: () => Promise<Withdrawal[]>;
    put: (withdrawal: Withdrawal) => Promise<void>;
    remove: (withdrawal: Withdrawal) => Promise<void>;
  };
  /** Tells of a connection whose withdrawals changed. */
  changed: (connectionId: string) => void;
  /** Told where a withdrawal could not be written down; it holds until this background ends all the same. */
  reportUnwritten: (cause: unknown) => void;
};

export type Withdrawals = ReturnType<typeof createWithdrawals>;

/** Makes the one register of a background: what it holds in memory counts, and is written down behind. */
export function createWithdrawals({ store, changed, reportUnwritten }: WithdrawalPorts) {
  const rows = new Map<string, Withdrawal>();
  let loaded: Promise<void> | null = null;
  let writing: Promise<void> = Promise.resolve();

  /** Reads what was remembered; nothing may be sent before it has resolved. Rejects where storage fails. */
  function load(): Promise<void> {
    loaded ??= readAll().catch((cause: unknown) => {
      loaded = null;
      throw cause;
    });
    return loaded;
  }

  async function readAll(): Promise<void> {
    for (const row of await store.all()) {
      if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    }
  }

  /** The withdrawal that stands against an access; answers at once, so that nothing slips in between. */
  function find(credentialId: string, access: Access): Withdrawal | null {
    const whole = rows.get(keyOf({ credentialId, access: 'all' }));
    return whole ?? rows.get(keyOf({ credentialId, access })) ?? null;
  }

  /**
   * Holds at once; resolves when it is written down. A repeated one keeps the first time, and takes over the service's
   * words where the first had come without its trace id.
   */
  async function record(withdrawal: Withdrawal): Promise<void> {
    const known = rows.get(keyOf(withdrawal));
    if (known !== undefined && !isBetterTold(withdrawal, known)) return writing;
    const row = known === undefined ? withdrawal : { ...withdrawal, at: known.at };
    rows.set(keyOf(row), row);
    changed(row.connectionId);
    return write(() => store.put(row));
  }

  /** The person's word to try a credential again. */
  function lift(credentialId: string): Promise<void> {
    return drop((row) => row.credentialId === credentialId);
  }

  /** Forgets what concerned a connection that was removed. */
  function forget(connectionId: string): Promise<void> {
    return drop((row) => row.connectionId === connectionId);
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

  /** In the order of the changes, so that storage ends as memory does. */
  function write(work: () => Promise<void>): Promise<void> {
    writing = writing.then(work).catch(reportUnwritten);
    return writing;
  }

  /** All that stands against a connection's credentials. */
  async function ofConnection(connectionId: string): Promise<Withdrawal[]> {
    await load();
    return [...rows.values()].filter((row) => row.connectionId === connectionId);
  }

  return { load, find, record, lift, forget, ofConnection };
}

function keyOf({ credentialId, access }: Pick<Withdrawal, 'credentialId' | 'access'>): string {
  return `${access} ${credentialId}`;
}

function isBetterTold(later: Withdrawal, earlier: Withdrawal): boolean {
  return earlier.error.traceId === undefined && later.error.traceId !== undefined;
}
