/**
 * Stores credentials and reveals them to the background only; other code gets a `CredentialView`. A credential that
 * can't be opened is a state, not an exception: `credential.none`, `credential.lost` (can't be decrypted) or
 * `storage.failed`.
 */
import * as z from 'zod/mini';
import {
  type CredentialKind,
  type CredentialLifetime,
  type CredentialSlot,
  type CredentialView,
  type SealedCredential,
  sealedCredentialSchema,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { lastFourOf, slotOfRow } from './credential-slot.ts';
import { durable, type KeepsakeDatabase } from '../database/database.ts';
import { seal, unseal, createSealingKey, isSealingKey } from './vault-seal.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { storedFamily } from '../browser/storage.ts';

type CredentialGone = {
  code: 'credential.none' | 'credential.lost' | 'storage.failed';
};

/** Must never leave the background. */
type OpenedCredential = {
  /** The id of the credential, not its slot: a replacement has another id. */
  id: string;
  slot: CredentialSlot;
  secret: string;
  until: CredentialLifetime;
};

type NewCredential = Pick<OpenedCredential, 'secret' | 'until'>;

/** With an `id`, the new value counts as the same credential. */
type Revision = NewCredential & { slot: CredentialSlot; id?: string };

type VaultOptions = {
  database: () => Promise<KeepsakeDatabase>;
  newId: () => string;
  now: () => number;
};

/** Create the vault once, because it serializes changes. */
export function createVault({ database, newId, now }: VaultOptions) {
  const rows = createVaultRows(database);
  /** Caches whether a row can be opened, so that describing it again doesn't decrypt it. */
  const opens = new Map<string, boolean>();
  /** Serialized, so that a slower write can't restore a removed credential. */
  const change = serialQueue();

  /** Replaces any credential in the slot and returns the new id. Rejects if storage fails. */
  function store(slot: CredentialSlot, credential: NewCredential): Promise<string> {
    return change(async () => {
      const id = newId();
      await write({ slot, id, ...credential });
      return id;
    });
  }

  /**
   * Changes a credential atomically. `decide` gets null if the credential is missing or can't be opened. It returns
   * null to remove the credential, or `keep` to change nothing. Rejects if storage fails.
   */
  function revise(
    place: RowPlace,
    decide: (current: OpenedCredential | null) => Revision | 'keep' | null,
  ): Promise<boolean> {
    return change(async () => {
      const found = await find(place);
      if (!found.ok && found.error.code === 'storage.failed') throw new Error('storage.failed');
      const revision = decide(found.ok ? found.value : null);
      if (revision === 'keep') return false;
      if (revision === null) await rows.remove(place);
      else await write({ id: newId(), ...revision });
      return true;
    });
  }

  async function write({ id, slot, secret, until }: OpenedCredential): Promise<void> {
    const { connectionId, kind, origin } = slot;
    const isKey = kind === 'key' || kind === 'ask-key';
    opens.clear();
    await rows.write({
      connectionId,
      kind,
      origin,
      credentialId: id,
      ...(await seal(secret, slot, await rows.makeSealingKey())),
      lastFour: isKey ? lastFourOf(secret) : null,
      storedAt: now(),
      until,
    });
  }

  function open(slot: CredentialSlot): AsyncResult<OpenedCredential, CredentialGone> {
    return openRow(slot, () => slot);
  }

  /** Opens a credential, regardless of its origin. */
  function find(place: RowPlace): AsyncResult<OpenedCredential, CredentialGone> {
    return openRow(place, slotOfRow);
  }

  async function openRow(
    place: RowPlace,
    slotFor: (row: SealedCredential) => CredentialSlot,
  ): AsyncResult<OpenedCredential, CredentialGone> {
    try {
      const { row: stored, isDoubled } = await rows.read(place);
      if (isDoubled) change(() => rows.settle(place)).catch(() => undefined);
      if (stored === undefined) return err({ code: 'credential.none' });
      const row = z.safeParse(sealedCredentialSchema, stored);
      const key = await rows.sealingKey();
      if (!row.success || key === null) return err({ code: 'credential.lost' });
      const slot = slotFor({ ...row.data, ...place });
      const secret = await unseal(row.data, slot, key);
      if (secret === null) return err({ code: 'credential.lost' });
      return ok({ id: row.data.credentialId, slot, secret, until: row.data.until });
    } catch {
      return err({ code: 'storage.failed' });
    }
  }

  /** Returns null if there is no credential. Decrypts only the first time. Rejects if storage fails. */
  async function look(
    slot: CredentialSlot,
  ): Promise<{ id: string | null; view: CredentialView } | null> {
    const { row: stored } = await rows.read(slot);
    if (stored === undefined) return null;
    const row = z.safeParse(sealedCredentialSchema, stored);
    const { lastFour, storedAt, until } = row.success ? row.data : unknownRow;
    const isLost = !row.success || !(await canOpen(row.data, slot));
    const view = { kind: slot.kind, lastFour, storedAt, until, isLost };
    return { id: isLost ? null : row.data.credentialId, view };
  }

  async function canOpen(row: SealedCredential, slot: CredentialSlot): Promise<boolean> {
    const key = await rows.sealingKey();
    if (key === null) return false;
    const name = JSON.stringify([row, slot]);
    const known = opens.get(name) ?? (await unseal(row, slot, key)) !== null;
    opens.set(name, known);
    return known;
  }

  function forget(slot: CredentialSlot): Promise<void> {
    return change(() => rows.remove(slot));
  }

  /** Removes credentials left by an interrupted background. Pending consents have no connection yet, so they stay. */
  function forgetStrays(connectionIds: readonly string[]): Promise<void> {
    return change(async () => {
      for (const place of await rows.places()) {
        const kind = z.safeParse(sealedCredentialSchema.shape.kind, place.kind);
        if (!kind.success || kind.data === 'consent') continue;
        if (connectionIds.includes(place.connectionId)) continue;
        await rows.remove({ connectionId: place.connectionId, kind: kind.data });
      }
    });
  }

  /** Includes unreadable credentials. Rejects if storage fails. */
  async function connectionsWith(wanted: CredentialKind): Promise<string[]> {
    const places = await rows.places();
    return places.filter(({ kind }) => kind === wanted).map(({ connectionId }) => connectionId);
  }

  return { store, revise, open, find, look, forget, forgetStrays, connectionsWith };
}

export type Vault = ReturnType<typeof createVault>;

const unknownRow: Pick<SealedCredential, 'lastFour' | 'storedAt' | 'until'> = {
  lastFour: null,
  storedAt: 0,
  until: 'persistent',
};

type RowPlace = { connectionId: string; kind: CredentialKind };

const sealingKeyName = 'sealing';

const timedSchema = z.pick(sealedCredentialSchema, { storedAt: true });

/** Stores rows in IndexedDB, or in `storage.session` until the browser closes. The caller must parse them. */
function createVaultRows(database: () => Promise<KeepsakeDatabase>) {
  // Both browsers hide this area from content scripts by default. Never change that.
  const sessionRows = storedFamily<unknown>({
    area: 'session',
    prefix: 'vault.',
    // The vault parses the rows and reports unreadable ones.
    parse: (raw) => ({ value: raw, isWhole: true }),
    fallback: undefined,
  });

  const sessionRow = ({ connectionId, kind }: RowPlace) =>
    sessionRows.of(`${kind}.${connectionId}`);

  async function readBoth(place: RowPlace): Promise<{ passing: unknown; lasting: unknown }> {
    const passing = await sessionRow(place).read();
    const lasting: unknown = await (await database()).get('vault', rowKeyOf(place));
    return { passing, lasting };
  }

  /** Deletes the persistent row first, so that a replaced key can't come back after an interruption. */
  async function writeSessionRow(row: SealedCredential): Promise<void> {
    const db = await database();
    const before = await db.get('vault', rowKeyOf(row));
    await deleteRow(db, row);
    try {
      await sessionRow(row).write(row);
    } catch (cause) {
      // The change fails, so restore the previous key.
      if (before !== undefined) await putRow(db, before);
      throw cause;
    }
  }

  return {
    /** Returns the row stored last. `isDoubled` is true if an interrupted change left an older one. */
    async read(place: RowPlace): Promise<{ row: unknown; isDoubled: boolean }> {
      const { passing, lasting } = await readBoth(place);
      const isDoubled = passing !== undefined && lasting !== undefined;
      const isPassing = isDoubled ? isNewer(passing, lasting) : passing !== undefined;
      return { row: isPassing ? passing : lasting, isDoubled };
    },

    /** Removes the older row. Must be serialized with all other changes. */
    async settle(place: RowPlace): Promise<void> {
      const { passing, lasting } = await readBoth(place);
      if (passing === undefined || lasting === undefined) return;
      if (isNewer(passing, lasting)) await deleteRow(await database(), place);
      else await sessionRow(place).remove();
    },

    async write(row: SealedCredential): Promise<void> {
      if (row.until === 'session') return writeSessionRow(row);
      await putRow(await database(), row);
      await sessionRow(row).remove();
    },

    async remove(place: RowPlace): Promise<void> {
      await sessionRow(place).remove();
      await deleteRow(await database(), place);
    },

    /** Includes unreadable rows. */
    async places(): Promise<{ connectionId: string; kind: string }[]> {
      const rowKeys = await (await database()).getAllKeys('vault');
      const sessionIds = await sessionRows.ids();
      return [
        ...rowKeys.map(([connectionId, kind]) => ({ connectionId, kind })),
        ...sessionIds.map((id) => {
          const [kind = '', ...rest] = id.split('.');
          return { kind, connectionId: rest.join('.') };
        }),
      ];
    },

    /** Returns null if the key is missing or isn't a sealing key. */
    async sealingKey(): Promise<CryptoKey | null> {
      const key: unknown = await (await database()).get('vault-key', sealingKeyName);
      return isSealingKey(key) ? key : null;
    },

    /** Replaces a lost key; the rows it sealed stay unreadable. */
    async makeSealingKey(): Promise<CryptoKey> {
      const made = await createSealingKey();
      const tx = (await database()).transaction('vault-key', 'readwrite', durable);
      const existing: unknown = await tx.store.get(sealingKeyName);
      if (!isSealingKey(existing)) await tx.store.put(made, sealingKeyName);
      await tx.done;
      return isSealingKey(existing) ? existing : made;
    },
  };
}

/** A row without a time counts as older. */
function isNewer(one: unknown, other: unknown): boolean {
  return storedAtOf(one) > storedAtOf(other);
}

function storedAtOf(row: unknown): number {
  return z.safeParse(timedSchema, row).data?.storedAt ?? -1;
}

async function putRow(db: KeepsakeDatabase, row: SealedCredential): Promise<void> {
  const tx = db.transaction('vault', 'readwrite', durable);
  await tx.store.put(row);
  await tx.done;
}

async function deleteRow(db: KeepsakeDatabase, place: RowPlace): Promise<void> {
  const tx = db.transaction('vault', 'readwrite', durable);
  await tx.store.delete(rowKeyOf(place));
  await tx.done;
}

function rowKeyOf({ connectionId, kind }: RowPlace): [string, string] {
  return [connectionId, kind];
}
