/** The popup with an outbox that knows thousands of saves: from its opening to the state a person can act on. */
import type { Page } from '@playwright/test';
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import { type Figure, median, milliseconds, percentile } from './figure.ts';
import type { GeneratedPage } from './generate-pages.ts';

const openings = 25;

/** Writes the rows that saving these pages would have left. */
export async function fillOutbox(asker: Page, pages: readonly GeneratedPage[]): Promise<void> {
  const items = pages.map(({ url, title }, index) =>
    outboxItem({
      id: `bench-${index}`,
      source: { url, title, tabId: null, frameId: null },
      pageKey: customIdOf({ url, canonicalLink: null }),
      customId: url,
      createdAt: index,
      state: { status: 'learned', existed: false, documentId: `d${index}` },
    }),
  );
  await asker.evaluate(
    (rows) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keepsake');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const tx = db.transaction('outbox', 'readwrite');
          for (const row of rows) tx.objectStore('outbox').put(row);
          tx.addEventListener('complete', () => {
            db.close();
            resolve();
          });
        });
      }),
    items,
  );
}

/** Opens the popup over the page again and again, with the background awake and with it asleep. */
export async function benchPopup(keepsake: ChromiumExtension, page: Page): Promise<Figure[]> {
  await keepsake.context.addInitScript(watchForSave);
  const awake = await openAgain(keepsake, page, async () => undefined);
  const asleep = await openAgain(keepsake, page, () => keepsake.stopServiceWorker());
  return [
    { what: 'popup useful, background awake', ...compare(awake) },
    { what: 'popup useful, background asleep', ...compare(asleep) },
  ];
}

type Opening = { useful: number; firstPaint: number };

async function openAgain(
  keepsake: ChromiumExtension,
  page: Page,
  prepare: () => Promise<void>,
): Promise<Opening[]> {
  const times: Opening[] = [];
  for (let count = 0; count < openings; count++) {
    await prepare();
    const popup = await keepsake.openPopup(page);
    await popup.getByRole('button', { name: 'Save this page' }).waitFor();
    times.push(
      await popup.evaluate(() => ({
        useful: performance.getEntriesByName('save-offered')[0]?.startTime ?? Number.NaN,
        firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
      })),
    );
    await popup.close();
  }
  return times;
}

/** Runs in the popup before its own scripts: notes when the button to save is in the page. */
function watchForSave(): void {
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('button')];
    if (!buttons.some(({ textContent }) => textContent.includes('Save this page'))) return;
    performance.mark('save-offered');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

function compare(times: readonly Opening[]): Omit<Figure, 'what'> {
  const useful = times.map((time) => time.useful);
  const middle = median(useful);
  const paint = median(times.map(({ firstPaint }) => firstPaint));
  return {
    figure: milliseconds(middle),
    beside: `p95 ${milliseconds(percentile(useful, 0.95))}, ${(middle / paint).toFixed(1)} × its first paint (${milliseconds(paint)})`,
  };
}
