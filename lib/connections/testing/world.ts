/** In-memory storage and ports that can be reused across simulated restarts. */
import {
  type CredentialSlot,
  type Withdrawal,
  noConnections,
  type StoredConnections,
} from '../model.ts';
import { err, ok } from '../../contract/result.ts';
import type { ConnectionPorts } from '../ports.ts';
import { createWithdrawals } from '../withdrawals.ts';

export type StoredKey = { id: string; secret: string; until: 'persistent' | 'session' };

export function createStorage() {
  const stored = {
    keys: new Map<string, StoredKey | 'lost'>(),
    withdrawals: new Map<string, Withdrawal>(),
    connections: noConnections,
    isWhole: true,
    /** Every call to a port, in order. */
    told: [] as string[],
    fails: { store: false, vault: false, withdrawals: false },
  };
  let ids = 0;

  const keyOf = ({ connectionId, origin, kind }: CredentialSlot) =>
    `${connectionId} ${origin} ${kind}`;

  const vault: ConnectionPorts['vault'] = {
    store: async (slot, { secret, until }) => {
      if (stored.fails.vault) throw new Error('The vault is full.');
      const id = `credential-${(ids += 1)}`;
      stored.keys.set(keyOf(slot), { id, secret, until });
      return id;
    },
    open: async (slot) => {
      const key = stored.keys.get(keyOf(slot));
      if (key === undefined) return err({ code: 'credential.none' });
      return key === 'lost' ? err({ code: 'credential.lost' }) : ok({ slot, ...key });
    },
    look: async (slot) => {
      const key = stored.keys.get(keyOf(slot));
      if (key === undefined) return null;
      const isLost = key === 'lost';
      const until = isLost ? 'persistent' : key.until;
      const view = { kind: slot.kind, lastFour: null, storedAt: 0, until, isLost };
      return { id: isLost ? null : key.id, view };
    },
    connectionsWith: async (kind) =>
      [...stored.keys.keys()]
        .map((key) => key.split(' '))
        .flatMap(([connectionId = '', , stands]) => (stands === kind ? [connectionId] : [])),
    forget: async (slot) => void stored.keys.delete(keyOf(slot)),
    forgetStrays: async (connectionIds) => {
      for (const key of stored.keys.keys()) {
        if (key.endsWith(' consent')) continue;
        if (!connectionIds.includes(key.split(' ')[0] ?? '')) stored.keys.delete(key);
      }
    },
  };

  const store = {
    read: async () => stored.connections,
    isWhole: async () => stored.isWhole,
    update: async (change: (before: StoredConnections) => StoredConnections) => {
      if (stored.fails.store) throw new Error('The settings are full.');
      stored.connections = change(stored.connections);
      return stored.connections;
    },
  };

  const rowKeyOf = ({ credentialId, access }: Withdrawal) => `${credentialId} ${access}`;

  /** Opens withdrawals as a new background does, with the stored state. */
  const openWithdrawals = () =>
    createWithdrawals({
      store: {
        all: async () => [...stored.withdrawals.values()],
        put: async (row) => {
          if (stored.fails.withdrawals) throw new Error('Storage is full.');
          stored.withdrawals.set(rowKeyOf(row), row);
        },
        remove: async (row) => void stored.withdrawals.delete(rowKeyOf(row)),
      },
      changed: (connectionId) => stored.told.push(`withdrawals of ${connectionId}`),
      reportUnwritten: () => stored.told.push('unwritten'),
    });

  return { stored, vault, store, openWithdrawals };
}
