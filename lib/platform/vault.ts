/**
 * The vault: keeps credentials, gives them to the background alone, and tells everybody else no more than a
 * `CredentialView`. Both the sealed row and the key that opens it stay on this device; neither alone is of use.
 *
 * What cannot be opened is a state, never an exception: `credential.none` where nothing is kept, `credential.lost` where
 * something is but cannot be read any more, `storage.failed` where the browser's storage does not answer.
 */
import * as z from 'zod/mini';
import type {
  CredentialKind,
  CredentialSlot,
  CredentialView,
  KeptUntil,
} from '../contracts/connections.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { lastFourOf, slotOfRow } from '../core/connections/credential-slot.ts';
import type { KeepsakeDatabase } from './database.ts';
import { createVaultRows, type RowPlace } from './vault-rows.ts';
import { seal, type SealedCredential, sealedCredentialSchema, unseal } from './vault-seal.ts';
import { createTurns } from '../core/in-turn.ts';

export type CredentialGone = {
  code: 'credential.none' | 'credential.lost' | 'storage.failed';
};

/** A credential in the clear; never leaves the background. */
export type OpenedCredential = {
  /** Names the credential, not its slot: a key that replaces it has another. */
  id: string;
  slot: CredentialSlot;
  secret: string;
  until: KeptUntil;
};

/** What comes into a place; with an `id` it is the same credential as before, in new bytes. */
export type Revision = {
  slot: CredentialSlot;
  secret: string;
  until: KeptUntil;
  id?: string;
};

export type VaultOptions = {
  database: () => Promise<KeepsakeDatabase>;
  newId: () => string;
  now: () => number;
};

/** Makes the vault; a background makes one, since its changes wait for one another. */
export function createVault({ database, newId, now }: VaultOptions) {
  const rows = createVaultRows(database);
  /** Whether a row as it stands can be opened: describing it then opens nothing. */
  const opens = new Map<string, boolean>();
  /** One after another: a credential that was just forgotten must not come back by a slower write. */
  const change = createTurns();

  /** Keeps a credential in its slot, in the place of any before it, and gives its id. Rejects where storage fails. */
  function store(
    slot: CredentialSlot,
    { secret, until }: { secret: string; until: KeptUntil },
  ): Promise<string> {
    return change(async () => {
      const credentialId = newId();
      await write(slot, { credentialId, secret, until });
      return credentialId;
    });
  }

  /**
   * Puts another in the place of what is kept, in one step with looking at it, and tells whether it did. What `decide`
   * is shown is null where nothing can be opened; its own null removes, `keep` leaves all as it is. Rejects where
   * storage fails.
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
      else await write(revision.slot, { credentialId: revision.id ?? newId(), ...revision });
      return true;
    });
  }

  async function write(
    slot: CredentialSlot,
    { credentialId, secret, until }: { credentialId: string; secret: string; until: KeptUntil },
  ): Promise<void> {
    const { connectionId, kind, origin } = slot;
    const isKey = kind === 'key' || kind === 'ask-key';
    opens.clear();
    await rows.write({
      connectionId,
      kind,
      origin,
      credentialId,
      ...(await seal(secret, slot, await rows.makeSealingKey())),
      lastFour: isKey ? lastFourOf(secret) : null,
      storedAt: now(),
      until,
    });
  }

  /** Opens the credential in a slot. */
  function open(slot: CredentialSlot): Promise<Result<OpenedCredential, CredentialGone>> {
    return openRow(slot, () => slot);
  }

  /** Opens what stands in a place, for whichever origin it was sealed. */
  function find(place: RowPlace): Promise<Result<OpenedCredential, CredentialGone>> {
    return openRow(place, slotOfRow);
  }

  async function openRow(
    place: RowPlace,
    slotFor: (row: SealedCredential) => CredentialSlot,
  ): Promise<Result<OpenedCredential, CredentialGone>> {
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

  /**
   * What pages may know of a credential, and its id where it can be opened; null where none is kept. It is opened the
   * first time alone. Rejects where storage fails.
   */
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

  /** Forgets one credential. */
  function forget(slot: CredentialSlot): Promise<void> {
    return change(() => rows.remove(slot));
  }

  /**
   * Forgets what belongs to no connection that is kept, as where a background ended between two steps. A consent that
   * is being waited for has none yet.
   */
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

  /** Connections for which something of a kind is kept, readable or not. Rejects where storage fails. */
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
  until: 'forget',
};
