/** Where sealed credentials stand: in IndexedDB, or in `storage.session` until the browser closes. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import type { CredentialKind, KeptUntil } from '../contracts/connections.ts';
import type { KeepsakeDatabase } from './database.ts';
import {
  createSealingKey,
  isSealingKey,
  type SealedCredential,
  sealedCredentialSchema,
} from './vault-seal.ts';

/** The place of a row, whatever origin it was sealed for. */
export type RowPlace = { connectionId: string; kind: CredentialKind };

const durable = { durability: 'strict' } as const;
const sealingKeyName = 'sealing';
/** Both browsers keep this area from content scripts unless told otherwise, and nobody may tell them. */
const sessionPrefix = 'vault.';

const timedSchema = z.pick(sealedCredentialSchema, { storedAt: true });

/** Makes the rows of one vault. Values come back as they are stored: the caller parses them. */
export function createVaultRows(database: () => Promise<KeepsakeDatabase>) {
  const session = browser.storage.session;

  async function readSession(place: RowPlace): Promise<unknown> {
    const key = sessionKeyOf(place);
    return (await session.get(key))[key];
  }

  async function readBoth(place: RowPlace): Promise<{ passing: unknown; lasting: unknown }> {
    const passing = await readSession(place);
    const lasting: unknown = await (await database()).get('vault', rowKeyOf(place));
    return { passing, lasting };
  }

  /** The lasting row goes first: were the background to end in between, a replaced key must not come back. */
  async function writePassing(row: SealedCredential): Promise<void> {
    const db = await database();
    const before = await db.get('vault', rowKeyOf(row));
    await deleteRow(db, row);
    try {
      await session.set({ [sessionKeyOf(row)]: row });
    } catch (cause) {
      // The person is told that it was not taken; what they had stays.
      if (before !== undefined) await putRow(db, before);
      throw cause;
    }
  }

  return {
    /** Gives what was stored last, `isDoubled` where a background ended over the change and something older is left. */
    async read(place: RowPlace): Promise<{ row: unknown; isDoubled: boolean }> {
      const { passing, lasting } = await readBoth(place);
      const isDoubled = passing !== undefined && lasting !== undefined;
      const isPassing = isDoubled ? isNewer(passing, lasting) : passing !== undefined;
      return { row: isPassing ? passing : lasting, isDoubled };
    },

    /** Removes the older of two; to be done in one line with every other change. */
    async settle(place: RowPlace): Promise<void> {
      const { passing, lasting } = await readBoth(place);
      if (passing === undefined || lasting === undefined) return;
      if (isNewer(passing, lasting)) await deleteRow(await database(), place);
      else await session.remove(sessionKeyOf(place));
    },

    /** Replaces what stood there in either place. */
    async write(row: SealedCredential): Promise<void> {
      if (row.until === 'browser-closes') return writePassing(row);
      await putRow(await database(), row);
      await session.remove(sessionKeyOf(row));
    },

    async remove(place: RowPlace): Promise<void> {
      await session.remove(sessionKeyOf(place));
      await deleteRow(await database(), place);
    },

    /** Every place that holds something, readable or not. */
    async places(): Promise<{ connectionId: string; kind: string; until: KeptUntil }[]> {
      const rowKeys = await (await database()).getAllKeys('vault');
      const sessionKeys = Object.keys(await session.get(null));
      return [
        ...rowKeys.map(([connectionId, kind]) => ({
          connectionId,
          kind,
          until: 'forget' as const,
        })),
        ...sessionKeys.flatMap((key) => {
          const place = placeOfSessionKey(key);
          return place === null ? [] : [{ ...place, until: 'browser-closes' as const }];
        }),
      ];
    },

    /** Null where the key is gone or no longer what it was. */
    async sealingKey(): Promise<CryptoKey | null> {
      const key: unknown = await (await database()).get('vault-key', sealingKeyName);
      return isSealingKey(key) ? key : null;
    },

    /** The key there is, or a new one, which leaves whatever the lost one sealed unreadable. */
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

/** One that does not tell when it was stored is older than one that does. */
function isNewer(one: unknown, other: unknown): boolean {
  return storedAtOf(one) > storedAtOf(other);
}

function storedAtOf(row: unknown): number {
  const parsed = z.safeParse(timedSchema, row);
  return parsed.success ? parsed.data.storedAt : -1;
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

function sessionKeyOf({ connectionId, kind }: RowPlace): string {
  return `${sessionPrefix}${kind}.${connectionId}`;
}

function placeOfSessionKey(key: string): { connectionId: string; kind: string } | null {
  if (!key.startsWith(sessionPrefix)) return null;
  const [kind = '', ...rest] = key.slice(sessionPrefix.length).split('.');
  return { kind, connectionId: rest.join('.') };
}
