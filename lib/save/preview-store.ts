/** Stores previews, so that the text the person saw is what gets saved even if the background restarts. */
import * as z from 'zod/mini';
import { type StoredPreview, storedPreviewSchema } from './model.ts';
import type { KeepsakeDatabase } from '../database/database.ts';

export function createPreviewStore(database: () => Promise<KeepsakeDatabase>) {
  return {
    /** Replaces the tab's previous preview. */
    async put(preview: StoredPreview): Promise<void> {
      const tx = (await database()).transaction('previews', 'readwrite');
      const others = await tx.store.index('by-tab').getAllKeys(preview.tabId);
      await Promise.all([
        ...others.map((id) => tx.store.delete(id)),
        tx.store.put(preview),
        tx.done,
      ]);
    },

    async get(id: string): Promise<StoredPreview | null> {
      const row = await (await database()).get('previews', id);
      return z.safeParse(storedPreviewSchema, row).data ?? null;
    },

    /** Also removes rows that can't be parsed. `time` is in milliseconds since the epoch. */
    async removeBefore(time: number): Promise<void> {
      const tx = (await database()).transaction('previews', 'readwrite');
      for (let row = await tx.store.openCursor(); row !== null; row = await row.continue()) {
        const { createdAt } = row.value as { createdAt?: unknown };
        if (typeof createdAt !== 'number' || createdAt < time) await row.delete();
      }
      await tx.done;
    },
  };
}
