/** What connecting needs of the world. */
import type { CredentialSlot, CredentialView, KeptUntil } from '../../contracts/connections.ts';
import type { Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { MemoryClient } from '../../memory/client.ts';
import type { Withdrawals } from './withdrawals.ts';

export type VaultPort = {
  /** Gives the id of the credential as stored; a replaced one has another. */
  store: (slot: CredentialSlot, what: { secret: string; until: KeptUntil }) => Promise<string>;
  open: (
    slot: CredentialSlot,
  ) => Promise<
    Result<
      { id: string; secret: string },
      { code: 'credential.none' | 'credential.lost' | 'storage.failed' }
    >
  >;
  describe: (slot: CredentialSlot) => Promise<CredentialView | null>;
  forget: (slot: CredentialSlot) => Promise<void>;
  /** Forgets what belongs to none of these connections. */
  forgetStrays: (connectionIds: readonly string[]) => Promise<void>;
};

export type ConnectionPorts = {
  settings: {
    read: () => Promise<Settings>;
    update: (change: (settings: Settings) => Settings) => Promise<Settings>;
  };
  vault: VaultPort;
  withdrawals: Withdrawals;
  /** Whether the person has allowed requests to an origin; the surface asks them, in their click. */
  isGranted: (origin: string) => Promise<boolean>;
  /** Gives the permission for an origin back. */
  release: (origin: string) => Promise<void>;
  /** A client for one try of a key that is stored nowhere yet. */
  openTrial: (service: { baseUrl: string; secret: string }) => MemoryClient;
  /** Tells the surfaces, and whatever paused for want of a credential, that a connection changed. */
  changed: (connectionId: string) => void;
  /** Told what storage failed on; the person is told that it did. */
  report: (cause: unknown) => void;
  newId: () => string;
  now: () => number;
};
