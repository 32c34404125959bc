/** Fills an outbox with many saves, as if a person had made them. */
import type { Page } from '@playwright/test';
import { customIdOf } from '../../lib/custom-id/custom-id.ts';
import { summaryOf } from '../../lib/outbox/model.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import type { GeneratedPage } from './generate-pages.ts';

/** Writes the rows that saving these pages would have created. */
export async function fillOutbox(asker: Page, pages: readonly GeneratedPage[]): Promise<void> {
  const items = pages.map(({ url, title }, index) =>
    summaryOf(
      outboxItem({
        id: `bench-${index}`,
        source: { url, title, tabId: null, frameId: null },
        pageKey: customIdOf({ url, canonicalLink: null }),
        customId: url,
        createdAt: index,
        state: { status: 'learned', existed: false, documentId: `d${index}` },
      }),
    ),
  );
  await asker.evaluate(
    (rows) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('keepsake');
        opening.addEventListener('error', () => fail(opening.error));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const tx = db.transaction('outbox', 'readwrite');
          for (const row of rows) tx.objectStore('outbox').put(row);
          tx.addEventListener('complete', () => {
            db.close();
            done();
          });
        });
      }),
    items,
  );
}
