/** What connecting needs of the world. */
import type {
  CredentialKind,
  CredentialSlot,
  CredentialView,
  KeptUntil,
} from '../../contracts/connections.ts';
import type { Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { MemoryClient } from '../../memory/client.ts';
import type { Attempts } from './attempts.ts';
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
  /** What pages may know of it, and its id where it can be opened; null where nothing is kept. */
  look: (slot: CredentialSlot) => Promise<{ id: string | null; view: CredentialView } | null>;
  forget: (slot: CredentialSlot) => Promise<void>;
  /** Connections, kept or not, for which something of a kind is stored. */
  connectionsWith: (kind: CredentialKind) => Promise<string[]>;
  /** Forgets what belongs to none of these connections. */
  forgetStrays: (connectionIds: readonly string[]) => Promise<void>;
};

export type ConnectionPorts = {
  settings: {
    read: () => Promise<Settings>;
    update: (change: (settings: Settings) => Settings) => Promise<Settings>;
    /** Whether nothing was ever set aside for being unreadable. */
    isWhole: () => Promise<boolean>;
  };
  vault: VaultPort;
  withdrawals: Withdrawals;
  /** What is being tried, so that it can be given up. */
  attempts: Attempts;
  /** Whether the person has allowed requests to an origin; the surface asks them, in their click. */
  isGranted: (origin: string) => Promise<boolean>;
  /** Gives the permission for an origin back. */
  release: (origin: string) => Promise<void>;
  /** Forgets the tokens of a connection, and tells the server that gave them. */
  revoke: (connectionId: string) => Promise<unknown>;
  /** A client for one try of a key that is stored nowhere yet. */
  openTrial: (service: { baseUrl: string; secret: string }) => MemoryClient;
  /** Tells the surfaces, and whatever paused for want of a credential, that a connection changed. */
  changed: (connectionId: string) => void;
  /** Told what storage failed on; the person is told that it did. */
  report: (cause: unknown) => void;
  now: () => number;
};
