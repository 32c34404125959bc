/**
 * Measures the popup and the side panel with thousands of saves in the outbox: the time from opening to the first
 * usable paint, compared with an empty outbox and with a bare page that has a single button.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { resolve } from 'node:path';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { servePages } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { type Row, timeRows } from './figure.ts';
import { fillOutbox } from './fill-outbox.ts';
import { floorSelector, openFloor, writeFloor } from './floor.ts';
import { generatePages } from './generate-pages.ts';
import { extensionDir, withFolder, withKeepsake } from './keepsake-browser.ts';

const openings = 25;
/** The number of saves that the goals apply to: 100 ms for the popup, 150 ms for the panel. */
const savedPages = 5_000;

/**
 * Opens the surfaces with no saves and with thousands, and the bare page each time, in one browser.
 */
export function benchSurfaces(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const floorId = await writeFloor(folder);
    const both = `${resolve(extensionDir)},${folder}`;
    const extraArgs = [`--disable-extensions-except=${both}`, `--load-extension=${both}`];
    const site = await servePages({
      '/': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }),
    });
    try {
      return await withKeepsake(
        async (keepsake, asker) => {
          await keepsake.context.addInitScript(watchFor, useful);
          const page = await visit(keepsake, site.origin);
          const ways = await waysToOpen(keepsake, page, floorId);
          const empty = await openAll(keepsake.context, ways);
          await fillOutbox(asker, generatePages(savedPages, 20261122));
          return rowsOf(await openAll(keepsake.context, ways), empty);
        },
        { extraArgs },
      );
    } finally {
      await site.close();
    }
  });
}

/** Selectors of elements that a surface shows once it is usable. */
const useful = {
  popup:
    '.save-form button[data-look="primary"], .page-card-save, .popup-work button[data-look="primary"]',
  panel: '.search-screen input',
  floor: floorSelector,
} as const;

interface Way {
  readonly shows: keyof typeof useful;
  readonly open: () => Promise<Page>;
}
type Surface = 'popup' | 'popupAsleep' | 'panel' | 'floorPopup' | 'floorTab';

/** The times at which a surface became usable, in milliseconds after it opened. */
interface Opening {
  /**
   * The time of the first usable paint: the first contentful paint (W3C Paint Timing), or `nextFrame` if that paint
   * came before the surface was usable.
   */
  readonly painted: number;
  /** The time at which the frame after that paint started. */
  readonly nextFrame: number;
}

type Openings = Readonly<Record<Surface, readonly Opening[]>>;

/**
 * Returns functions that open each surface: the popup with the background awake and asleep, the panel in a tab,
 * and the bare page as a popup and in a tab.
 */
async function waysToOpen(
  keepsake: ChromiumExtension,
  page: Page,
  floorId: string,
): Promise<Readonly<Record<Surface, Way>>> {
  const floor = await openFloor(keepsake, floorId);
  return {
    floorPopup: { shows: 'floor', open: () => floor.popup(page) },
    popup: { shows: 'popup', open: () => keepsake.openPopup(page) },
    popupAsleep: {
      shows: 'popup',
      open: async () => {
        await keepsake.stopServiceWorker();
        return keepsake.openPopup(page);
      },
    },
    floorTab: { shows: 'floor', open: floor.tab },
    panel: { shows: 'panel', open: () => keepsake.openExtensionPage('/sidepanel.html') },
  };
}

/** Opens the surfaces in turn, so that other load on the machine affects all of them. */
async function openAll(
  context: BrowserContext,
  ways: Readonly<Record<Surface, Way>>,
): Promise<Openings> {
  const times: Record<Surface, Opening[]> = {
    popup: [],
    popupAsleep: [],
    panel: [],
    floorPopup: [],
    floorTab: [],
  };
  for (let count = 0; count < openings; count++) {
    for (const surface of surfaces) times[surface].push(await openOnce(context, ways[surface]));
  }
  return times;
}

const surfaces = ['floorPopup', 'popup', 'popupAsleep', 'floorTab', 'panel'] as const;

async function openOnce(context: BrowserContext, { shows, open }: Way): Promise<Opening> {
  // Let the surface report its paint, because polling would slow it down.
  const drawn = context.waitForEvent('console', (message) =>
    message.text().startsWith(`${shows} `),
  );
  const shown = await open();
  const [painted, nextFrame] = (await drawn).text().slice(shows.length).trim().split(' ');
  await shown.close();
  return { painted: Number(painted), nextFrame: Number(nextFrame) };
}

/** Runs before a surface's own scripts and reports the time of the first usable paint. */
function watchFor(selectors: Readonly<Record<string, string>>): void {
  const missing = new Map(Object.entries(selectors));
  const observer = new MutationObserver(() => {
    for (const [name, selector] of missing) {
      if (document.querySelector(selector) === null) continue;
      missing.delete(name);
      const isThereAt = performance.now();
      // Wait two frames: the second one starts after the first one was painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const nextFrame = performance.now();
          new PerformanceObserver((list, paints) => {
            const [first] = list.getEntriesByName('first-contentful-paint');
            if (first === undefined) return;
            paints.disconnect();
            // A first paint from before the surface was usable doesn't count.
            const painted = first.startTime < isThereAt ? nextFrame : first.startTime;
            console.debug(`${name} ${painted} ${nextFrame}`);
          }).observe({ type: 'paint', buffered: true });
        }),
      );
    }
    if (missing.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

const names = {
  popup: 'popup, first useful paint, background awake',
  popupAsleep: 'popup, first useful paint, background asleep',
  panel: 'side panel, first useful paint (search)',
} as const;

/** Compares the openings with many saves to those with none, and both to the bare page. */
function rowsOf(full: Openings, empty: Openings): Row[] {
  return (['popup', 'popupAsleep', 'panel'] as const).flatMap((surface) => {
    const floor = surface === 'panel' ? 'floorTab' : 'floorPopup';
    const rows = (what: string, pick: (opening: Opening) => number) =>
      timeRows(
        `${names[surface]}${what}, ${savedPages.toLocaleString('en')} saves`,
        full[surface].map(pick),
        {
          'empty outbox': empty[surface].map(pick),
          'bare page': [...empty[floor], ...full[floor]].map(pick),
        },
      );
    return [
      ...rows('', ({ painted }) => painted),
      ...rows(', the frame after it', ({ nextFrame }) => nextFrame),
    ];
  });
}
