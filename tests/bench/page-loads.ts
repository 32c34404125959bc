/** Measures the cost of one page load, as the browser reports it. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export interface Load {
  /** The time from the start of the navigation to the end of the load event. */
  readonly loadMs: number;
  /** The processor time of the thread that runs the page and its scripts. */
  readonly threadMs: number;
  /** The memory of the page and its scripts, after garbage collection. */
  readonly heapMb: number;
  /** The number of requests by all pages of the browser. */
  readonly requests: number;
  /** The number of isolated worlds for extension scripts. */
  readonly worlds: number;
}

/**
 * How long to wait after the load: an extension's scripts start when the page is idle, and then wait for a response.
 */
const SETTLE_MS = 500;

/** Returns a function that loads the page again and measures it. */
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
    if (found === undefined) throw new Error(`The browser doesn’t report ${wanted}.`);
    return found.value;
  }

  return async () => {
    await page.bringToFront();
    requests = 0;
    await page.reload({ waitUntil: 'load' });
    await setTimeout(SETTLE_MS);
    // The thread's time restarts with each new document.
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
