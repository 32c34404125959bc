/** Finds the credentials that the vault has sealed, without going through the vault. */
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';

/** Returns the storage area and kind of each sealed credential. */
export async function sealedPlaces(settings: Page): Promise<string[]> {
  const stored = await settings.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener('success', () => resolve(request.result));
      });
    const rows: unknown[] = [];
    const databases = await indexedDB.databases();
    for (const { name = '' } of databases) {
      const db = await asked(indexedDB.open(name));
      if (db.objectStoreNames.contains('vault')) {
        rows.push(...(await asked(db.transaction('vault').objectStore('vault').getAll())));
      }
      db.close();
    }
    const session = Object.values(await chrome.storage.session.get(null));
    return { rows, session };
  });
  const sealed = (place: string, rows: readonly unknown[]) =>
    rows.flatMap((row) => {
      const read = sealedSchema.safeParse(row);
      return read.success ? [`${place} ${read.data.kind}`] : [];
    });
  return [
    ...sealed('IndexedDB', stored.rows),
    ...sealed('storage.session', stored.session),
  ].toSorted();
}

const sealedSchema = z.object({ kind: z.string(), iv: z.string(), sealed: z.string() });

declare const chrome: {
  storage: { session: { get: (keys: null) => Promise<Record<string, unknown>> } };
};
