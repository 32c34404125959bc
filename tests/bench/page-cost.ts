/**
 * Measures Keepsake's cost for a page that nobody saves or highlights: the same page loaded repeatedly without the
 * extension, with it, and with it on a site that allows highlights.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { servePages } from '../browser/serve.ts';
import { allowMarks, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { median, type Row } from './figure.ts';
import { withKeepsake, withPlainChromium } from './keepsake-browser.ts';
import { type Load, watchLoads } from './page-loads.ts';
import { hasProcesses, memoryOfExtensions, memoryOfPage } from './processes.ts';

const LOADS = 40;
/** The number of initial loads to discard, because they compile and cache scripts. */
const FIRST = 3;

/** Measures page loads in three browsers in turn, so that other work on the machine affects all of them. */
export async function benchPage(): Promise<Row[]> {
  const paragraphs = Array.from({ length: 200 }, () => filler(5));
  const site = await servePages({ '/': articleHtml({ title: 'Tides', paragraphs }) });
  try {
    return await withPlainChromium((plain) =>
      withKeepsake((installed) =>
        withKeepsake(async (allowed) => {
          const allowedPage = await visit(allowed, site.origin);
          await allowMarks(allowed, allowedPage);
          const pages = {
            without: await openPage(plain, site.origin),
            installed: await visit(installed, site.origin),
            allowed: allowedPage,
          };
          return await measure(pages);
        }),
      ),
    );
  } finally {
    await site.close();
  }
}

type Kind = 'without' | 'installed' | 'allowed';
const names = {
  installed: 'with Keepsake installed',
  allowed: 'of a site allowed for marks',
} as const;
const kinds = ['without', 'installed', 'allowed'] as const;

async function measure(pages: Readonly<Record<Kind, Page>>): Promise<Row[]> {
  const loads: Record<Kind, Load[]> = { without: [], installed: [], allowed: [] };
  const watched = {
    without: await watchLoads(pages.without),
    installed: await watchLoads(pages.installed),
    allowed: await watchLoads(pages.allowed),
  };
  for (let count = 0; count < LOADS + FIRST; count += 1) {
    for (const kind of kinds) {
      const load = await watched[kind]();
      if (count >= FIRST) loads[kind].push(load);
    }
  }
  const of = (kind: Kind, what: keyof Load) => median(loads[kind].map((load) => load[what]));
  const row = (name: string, unit: string, what: keyof Load): Row[] =>
    (['installed', 'allowed'] as const).map((kind) => ({
      name: `a page ${names[kind]}: ${name}`,
      value: of(kind, what),
      unit,
      baselines: [{ name: 'without Keepsake', value: of('without', what) }],
    }));
  return [
    ...row('until loaded', 'ms', 'loadMs'),
    ...row('its thread, to half a second after', 'ms of the processor', 'threadMs'),
    ...row('its JavaScript memory', 'MB', 'heapMb'),
    ...row('requests', 'requests', 'requests'),
    ...row('script worlds', 'worlds', 'worlds'),
    ...(hasProcesses() ? await memoryRows(pages) : []),
  ];
}

async function memoryRows(pages: Readonly<Record<Kind, Page>>): Promise<Row[]> {
  const { resident: without } = await memoryOfPage(pages.without.context());
  const ofPages = (['installed', 'allowed'] as const).map(async (kind) => ({
    name: `a page ${names[kind]}: memory of its process`,
    value: (await memoryOfPage(pages[kind].context())).resident,
    unit: 'MB',
    baselines: [{ name: 'without Keepsake', value: without }],
  }));
  const own = await memoryOfExtensions(pages.installed.context());
  const others = await memoryOfExtensions(pages.without.context());
  return [
    ...(await Promise.all(ofPages)),
    {
      name: 'Keepsake installed: memory of its own process, with the background awake',
      value: own.resident,
      unit: 'MB',
      baselines: [{ name: 'without Keepsake', value: others.resident }],
    },
  ];
}

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
