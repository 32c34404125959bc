/** Opens the known pages in Chromium, with scripts disabled and every other request blocked. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { findChromium } from '../browser/find-chromium.ts';
import type { KnownPage } from './pages.ts';

export type Visits = {
  /** How many pages are open at once. */
  tabs: number;
  /** Runs in each page before `visit`. */
  script?: string;
  /** Opens each page in a new process, with no code compiled yet, and paints it before `visit`. */
  isFresh?: boolean;
  visit: (tab: Page, page: KnownPage) => Promise<void>;
};

/** Opens each page and calls `visit` with it. Returns the ID and error of each page for which either failed. */
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

/** Opens a tab that serves each page from its file at its original address and blocks all other requests. */
async function openTab(browser: Browser) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    // A page's CSP could block the injected scripts.
    bypassCSP: true,
  });
  const page = await context.newPage();
  let awaited: KnownPage | null = null;
  await page.route('**/*', async (route) => {
    const known = awaited;
    if (known === null || !route.request().isNavigationRequest()) return route.abort();
    awaited = null;
    return route.fulfill({ body: known.html(), contentType: 'text/html; charset=utf-8' });
  });
  return {
    page,
    async open(known: KnownPage): Promise<void> {
      awaited = known;
      try {
        await page.goto(known.url, { waitUntil: 'domcontentloaded', timeout: 20_000 });
      } catch (error) {
        // Ignore the error if the page was served and then navigated elsewhere, which is blocked.
        if (awaited !== null) throw error;
      }
    },
  };
}
