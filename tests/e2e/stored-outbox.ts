/** The outbox as it is stored, past everything that shows it. */
import * as z from 'zod/mini';
import { type OutboxItem, outboxItemSchema } from '../../lib/contracts/outbox.ts';

/** Reads the rows by a function that a page of the extension runs: it may use nothing from outside itself. */
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
          const reading = db.transaction('outbox').objectStore('outbox').getAll();
          reading.addEventListener('error', () => reject(reading.error));
          reading.addEventListener('success', () => {
            db.close();
            resolve(reading.result);
          });
        });
      }),
  );
  return z.array(outboxItemSchema).parse(rows);
}
