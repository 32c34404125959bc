/** Reads the outbox from storage, without the interface. */
import * as z from 'zod/mini';
import { type OutboxItem, outboxItemSchema } from '../../lib/outbox/model.ts';

/** Reads the rows with `runInPage`, which runs a self-contained function in an extension page. */
export async function readStoredOutbox(
  runInPage: (read: () => Promise<unknown>) => Promise<unknown>,
): Promise<OutboxItem[]> {
  const rows = await runInPage(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('keepsake');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const tx = db.transaction(['outbox', 'outbox-texts']);
          const items = tx.objectStore('outbox').getAll();
          const texts = tx.objectStore('outbox-texts').getAll();
          tx.addEventListener('error', () => reject(tx.error));
          tx.addEventListener('complete', () => {
            db.close();
            const byId = new Map(texts.result.map((text: { id: string }) => [text.id, text]));
            resolve(
              items.result.map((row: { id: string }) => ({
                material: null,
                ...byId.get(row.id),
                ...row,
              })),
            );
          });
        });
      }),
  );
  return z.array(outboxItemSchema).parse(rows);
}
