/** What one load of a page takes, as the browser that loads it tells. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export interface Load {
  /** From the start of the navigation to the end of the load event. */
  readonly loadMs: number;
  /** Of the thread that the page and the scripts in it run on. */
  readonly threadMs: number;
  /** Of the page and the scripts in it, after what is unused was given back. */
  readonly heapMb: number;
  /** Of all pages of the browser. */
  readonly requests: number;
  /** Places in the page for the scripts of an extension. */
  readonly worlds: number;
}

/** Scripts of an extension begin when the page is idle, and wait for an answer then. */
const SETTLE_MS = 500;

/** Gives what loads the page once more and measures that. */
export async function watchLoads(page: Page): Promise<() => Promise<Load>> {
  const cdp = await page.context().newCDPSession(page);
  let worlds = 0;
  let requests = 0;
  page.context().on('request', () => (requests += 1));
  cdp.on('Runtime.executionContextsCleared', () => (worlds = 0));
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith('chrome-extension://')) worlds += 1;
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Performance.enable');

  async function metric(wanted: string): Promise<number> {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === wanted);
    if (found === undefined) throw new Error(`The browser does not tell ${wanted}.`);
    return found.value;
  }

  return async () => {
    await page.bringToFront();
    requests = 0;
    await page.reload({ waitUntil: 'load' });
    await setTimeout(SETTLE_MS);
    // Counted anew from each new document.
    const threadMs = (await metric('ThreadTime')) * 1000;
    const asked = requests;
    const loadMs = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return navigation?.duration ?? Number.NaN;
    });
    await cdp.send('HeapProfiler.collectGarbage');
    const heapMb = (await metric('JSHeapUsedSize')) / 1e6;
    return { loadMs, threadMs, heapMb, requests: asked, worlds };
  };
}
