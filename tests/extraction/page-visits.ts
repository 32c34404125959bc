/** Opens the known pages in a real Chromium, with their scripts off and nothing to be loaded. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { findChromium } from '../browser/find-chromium.ts';
import { readHtml, type KnownPage } from './pages.ts';

export type Visits = {
  /** Pages that are open at once. */
  tabs: number;
  /** Runs in each page before it is visited. */
  script?: string;
  /** Each page has a process of its own, in which nothing was compiled, and is painted before it is visited. */
  isFresh?: boolean;
  visit: (tab: Page, page: KnownPage) => Promise<void>;
};

/** Calls `visit` with each page once it is open. Gives how many could not be opened. */
export async function visitPages(
  pages: readonly KnownPage[],
  { tabs, script = '', isFresh = false, visit }: Visits,
): Promise<readonly string[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  const waiting = [...pages];
  const failed: string[] = [];
  const work = async () => {
    let tab = await openTab(browser);
    for (let known = waiting.shift(); known !== undefined; known = waiting.shift()) {
      let isUsedUp = isFresh;
      try {
        await tab.open(known);
        if (isFresh) await tab.page.screenshot({ animations: 'allow', caret: 'initial' });
        if (script !== '') await tab.page.evaluate(script);
        await visit(tab.page, known);
      } catch (error) {
        failed.push(`${known.id}: ${String(error).split('\n')[0] ?? ''}`);
        isUsedUp = true;
      }
      if (!isUsedUp) continue;
      await tab.page.context().close();
      tab = await openTab(browser);
    }
  };
  await Promise.all(Array.from({ length: tabs }, work));
  await browser.close();
  return failed;
}

/** A tab that shows each page at its own address, from the file, with no answer to anything else it asks for. */
async function openTab(browser: Browser) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    // A page's own policy may forbid how the scripts are brought in.
    bypassCSP: true,
  });
  const page = await context.newPage();
  let awaited: KnownPage | null = null;
  await page.route('**/*', async (route) => {
    const known = awaited;
    if (known === null || !route.request().isNavigationRequest()) return route.abort();
    awaited = null;
    return route.fulfill({ body: readHtml(known.id), contentType: 'text/html; charset=utf-8' });
  });
  return {
    page,
    async open(known: KnownPage): Promise<void> {
      awaited = known;
      try {
        await page.goto(known.url, { waitUntil: 'domcontentloaded', timeout: 20_000 });
      } catch (error) {
        // A page may go on to another address, which is not answered; the page itself is there.
        if (awaited !== null) throw error;
      }
    },
  };
}
