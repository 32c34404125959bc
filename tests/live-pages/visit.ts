/** Serves the live pages, opens them as a person would, and captures them under observation. */
import { readFileSync, readdirSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { pageCaptureResultSchema } from '../../lib/capture/schema.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { openWorld } from '../extraction/isolated-world.ts';
import { livePages, type LivePage } from './cases.ts';

const here = new URL('./', import.meta.url);

export function truthOf({ name }: LivePage): string {
  return readFileSync(new URL(`pages/${name}.md`, here), 'utf8');
}

function pathOf({ name, path = `/${name}` }: LivePage): string {
  return path;
}

/** Serves each page at its path, and the frames of the pages below `/frames/`. */
export async function serveLivePages(): Promise<PageServer> {
  const html = (path: string) => readFileSync(new URL(path, here), 'utf8');
  const routes = livePages.map((page): [string, string] => [
    pathOf(page).replace(/[?#].*/, ''),
    html(`pages/${page.name}.html`),
  ]);
  const frames = readdirSync(new URL('frames/', here)).map((file): [string, string] => [
    `/frames/${file.replace('.html', '')}`,
    html(`frames/${file}`),
  ]);
  return servePages(Object.fromEntries([...routes, ...frames]));
}

/** Opens a tab for the live pages. One tab can show all of them in turn. */
export async function openTab(browser: Browser): Promise<Page> {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(60_000);
  await tab.addInitScript(collectShadowRoots);
  return tab;
}

/** Opens a page and does what a person does before saving. */
export async function openLivePage(tab: Page, page: LivePage, origin: string): Promise<void> {
  await tab.goto(origin + pathOf(page));
  await tab.waitForFunction('globalThis.isReady === true');
  await page.drive?.(tab);
}

/** What a capture did to the page. Both are 0 for a capture that leaves no trace. */
export type Traces = { changes: number; requests: number };

/** Captures the page as the extension does, in an isolated world, and counts what the page could notice. */
export async function captureLivePage(tab: Page, script: string) {
  const { evaluate } = await openWorld(tab, 'capture', '0');
  let requests = 0;
  const count = () => requests++;
  tab.on('request', count);
  const before = await seenBy(tab);
  const value = await evaluate<unknown>(`(0, eval)(${JSON.stringify(script)})`);
  const after = await seenBy(tab);
  tab.off('request', count);
  const isSame = before.state === after.state;
  const traces: Traces = { changes: after.changes - before.changes + (isSame ? 0 : 1), requests };
  return { result: pageCaptureResultSchema.parse(value), traces };
}

type Watched = {
  shadowRoots?: ShadowRoot[];
  watch?: { records: MutationRecord[]; observer: MutationObserver };
};

/** Remembers each shadow root, because the page can see changes in closed ones too. */
function collectShadowRoots(): void {
  const roots: ShadowRoot[] = [];
  (globalThis as Watched).shadowRoots = roots;
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    roots.push(root);
    return root;
  };
}

/**
 * Returns how often the page and its frames changed since the first call, except in parts that the page itself keeps
 * changing (`data-changing`), and the page's focus, selection and scroll position.
 */
async function seenBy(tab: Page): Promise<{ changes: number; state: string }> {
  const counts = await Promise.all(tab.frames().map((frame) => frame.evaluate(countChanges)));
  const state = await tab.evaluate(() =>
    JSON.stringify([
      document.activeElement?.localName,
      document.activeElement?.id,
      String(document.getSelection()),
      window.scrollX,
      window.scrollY,
    ]),
  );
  return { changes: counts.reduce((sum, count) => sum + count, 0), state };
}

function countChanges(): number {
  const watched = globalThis as Watched;
  if (watched.watch === undefined) {
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((some) => records.push(...some));
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    const open = Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot);
    const roots = [document, ...open, ...(watched.shadowRoots ?? [])];
    for (const root of roots) if (root !== null) observer.observe(root, everything);
    watched.watch = { records, observer };
  }
  const { records, observer } = watched.watch;
  records.push(...observer.takeRecords());
  return records.filter(
    ({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[data-changing]') ==
      null,
  ).length;
}
