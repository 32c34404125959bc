/** Where sealed credentials stand: in IndexedDB, or in `storage.session` until the browser closes. */
import { browser } from 'wxt/browser';
import type { CredentialKind, KeptUntil } from '../contracts/connections.ts';
import type { KeepsakeDatabase } from './database.ts';
import { createSealingKey, isSealingKey, type SealedCredential } from './vault-seal.ts';

/** The place of a row, whatever origin it was sealed for. */
export type RowPlace = { connectionId: string; kind: CredentialKind };

const durable = { durability: 'strict' } as const;
const sealingKeyName = 'sealing';
/** Both browsers keep this area from content scripts unless told otherwise, and nobody may tell them. */
const sessionPrefix = 'vault.';

/** Makes the rows of one vault. Values come back as they are stored: the caller parses them. */
export function createVaultRows(database: () => Promise<KeepsakeDatabase>) {
  const session = browser.storage.session;

  async function readSession(place: RowPlace): Promise<unknown> {
    const key = sessionKeyOf(place);
    return (await session.get(key))[key];
  }

  return {
    async read(place: RowPlace): Promise<unknown> {
      const stored: unknown = await readSession(place);
      return stored ?? (await (await database()).get('vault', rowKeyOf(place)));
    },

    /** Replaces what stood there in either place. */
    async write(row: SealedCredential): Promise<void> {
      if (row.until === 'browser-closes') {
        await session.set({ [sessionKeyOf(row)]: row });
        await deleteRow(await database(), row);
        return;
      }
      const tx = (await database()).transaction('vault', 'readwrite', durable);
      await tx.store.put(row);
      await tx.done;
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
