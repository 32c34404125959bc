/**
 * The popup and the side panel with an outbox that knows thousands of saves: from the opening to the first picture of what
 * a person can act on. The same with an empty outbox stands beside it.
 */
import type { Page } from '@playwright/test';
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import { type Figure, median, milliseconds, percentile } from './figure.ts';
import type { GeneratedPage } from './generate-pages.ts';

const openings = 25;
/** So many pages were saved by the person the goals are set for: 100 ms for the popup, 150 ms for the panel. */
export const savedPages = 5_000;

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

/** What a surface shows once it can be used. */
const useful = {
  popup:
    '.save-form button[data-look="primary"], .page-card-save, .popup-work button[data-look="primary"]',
  panel: '.search-screen input',
} as const;
type Surface = keyof typeof useful;

/** When a surface could be used, in milliseconds from its opening, for each of many openings. */
export type Openings = Readonly<Record<Surface | 'popupAsleep', readonly number[]>>;

/** Opens the popup over the page and the panel in a tab, again and again; the popup also with the background asleep. */
export async function openSurfaces(keepsake: ChromiumExtension, page: Page): Promise<Openings> {
  await keepsake.context.addInitScript(watchFor, useful);
  const popup = () => keepsake.openPopup(page);
  const panel = () => keepsake.openExtensionPage('/sidepanel.html');
  return {
    popup: await openAgain(popup, 'popup'),
    popupAsleep: await openAgain(async () => {
      await keepsake.stopServiceWorker();
      return popup();
    }, 'popup'),
    panel: await openAgain(panel, 'panel'),
  };
}

async function openAgain(open: () => Promise<Page>, surface: Surface): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < openings; count++) {
    const shown = await open();
    const drawn = await shown.waitForFunction(
      (name) => performance.getEntriesByName(name)[0]?.startTime,
      `drawn-${surface}`,
    );
    times.push((await drawn.jsonValue()) ?? Number.NaN);
    await shown.close();
  }
  return times;
}

/** Runs before a surface's own scripts: notes when the picture is drawn that first holds what can be used. */
function watchFor(selectors: Readonly<Record<string, string>>): void {
  const missing = new Map(Object.entries(selectors));
  const observer = new MutationObserver(() => {
    for (const [name, selector] of missing) {
      if (document.querySelector(selector) === null) continue;
      missing.delete(name);
      // The frame after the next one begins when the picture with it has been handed over.
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(`drawn-${name}`)));
    }
    if (missing.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

const names = {
  popup: 'popup useful, background awake',
  popupAsleep: 'popup useful, background asleep',
  panel: 'panel useful (search)',
} as const;

/** Sets the openings with many saves beside those with none. */
export function compareOpenings(full: Openings, empty: Openings): Figure[] {
  return (['popup', 'popupAsleep', 'panel'] as const).map((surface) => {
    const middle = median(full[surface]);
    const before = median(empty[surface]);
    return {
      what: `${names[surface]}, ${savedPages} saves`,
      figure: milliseconds(middle),
      beside: `p95 ${milliseconds(percentile(full[surface], 0.95))}, ${(middle / before).toFixed(2)} × with none (${milliseconds(before)})`,
    };
  });
}
