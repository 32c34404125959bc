/**
 * Popup and side panel with thousands of saves in the outbox: the time from opening to the first
 * usable picture. Compared with an empty outbox and with a page of a single bare button.
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
/** The number of saves for which the goals are set: 100 ms for the popup, 150 ms for the panel. */
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

/** What a surface shows once it is usable. */
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

/** When a surface became usable, in milliseconds from its opening. */
interface Opening {
  /**
   * When the browser showed the first usable picture: its first contentful paint (W3C Paint
   * Timing), or `nextFrame` if that was earlier.
   */
  readonly painted: number;
  /** When the frame after that picture's started. */
  readonly nextFrame: number;
}

type Openings = Readonly<Record<Surface, readonly Opening[]>>;

/** The popup over the page and the panel in a tab; the popup also with the background asleep. */
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

/** Alternates, so that other load on the machine affects all of them. */
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
  // The surface reports it: polling would slow it down.
  const drawn = context.waitForEvent('console', (message) =>
    message.text().startsWith(`${shows} `),
  );
  const shown = await open();
  const [painted, nextFrame] = (await drawn).text().slice(shows.length).trim().split(' ');
  await shown.close();
  return { painted: Number(painted), nextFrame: Number(nextFrame) };
}

/** Runs before a surface's own scripts: reports when the first usable picture was drawn. */
function watchFor(selectors: Readonly<Record<string, string>>): void {
  const missing = new Map(Object.entries(selectors));
  const observer = new MutationObserver(() => {
    for (const [name, selector] of missing) {
      if (document.querySelector(selector) === null) continue;
      missing.delete(name);
      const isThereAt = performance.now();
      // The frame after the next one starts once the picture has been handed over.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const nextFrame = performance.now();
          new PerformanceObserver((list, paints) => {
            const [first] = list.getEntriesByName('first-contentful-paint');
            if (first === undefined) return;
            paints.disconnect();
            // Ignore a first picture that is not usable yet.
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
