/** API keys. Only a digest of each token is stored. */
import type { Key } from '../../../lib/contract/owner-api.ts';

export interface KeyLookup {
  /** Finds a key by its digest, even if it is expired or revoked. */
  byDigest(digest: string): Promise<KeyRow | undefined>;
}

export interface Keys {
  byId(id: string): Promise<KeyRow | undefined>;
  /** Returns the keys in the order they were created. */
  all(): Promise<KeyRow[]>;
  /** Call it in a transaction. */
  insert(
    key: KeyGrant & Readonly<Record<'id' | 'tokenDigest' | 'lastFour' | 'now', string>>,
  ): Promise<void>;
  /** Call it in a transaction. */
  update(id: string, grant: KeyGrant): Promise<void>;
  /** The time of an earlier revocation is kept. */
  revoke(id: string, now: string): Promise<void>;
}

export interface KeyRow extends Key {
  readonly account_id: string;
  /** When its account was suspended; null if it isn't. */
  readonly suspended_at: string | null;
}

export interface KeyGrant extends Readonly<
  Pick<Key, 'name' | 'level' | 'profile' | 'agent' | 'expires_at'>
> {
  /** The ids of the Memories in reach. */
  readonly reach: 'all' | readonly string[];
}
