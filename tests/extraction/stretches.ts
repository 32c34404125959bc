/** Measures how long large pages have to wait for a capture at a stretch, by the tasks of their thread. */
import { chromium, type Browser } from '@playwright/test';
import * as z from 'zod/mini';
import { findChromium } from '../browser/find-chromium.ts';
import { openWorld } from './isolated-world.ts';
import { largePages } from './large-pages.ts';
import { scriptForPages } from './script-for-pages.ts';

/** What the browser writes down of a task; `tdur` is the time of the processor, in microseconds. */
const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.optional(z.number()),
    }),
  ),
});

/**
 * Prints, for pages of 1 MB of several makes, the longest tasks of the page's thread while it is captured. They are
 * told in time of the processor, which other work on the machine does not lengthen.
 */
export async function measureStretches(): Promise<void> {
  const script = await scriptForPages('engines/keepsake.ts');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  console.log('\nLongest stretches in pages of 1 MB, ms of the processor');
  for (const [name, html] of largePages) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time, or each would be measured along with another
    const tasks = await tasksOf(browser, html, script);
    const longest = tasks.slice(0, 3).map((ms) => ms.toFixed(0));
    const all = tasks.reduce((sum, ms) => sum + ms, 0);
    console.log(`${name.padEnd(20)} ${longest.join(', ')} of ${all.toFixed(0)}`);
  }
  await browser.close();
}

/** The tasks of the busiest thread, the longest first. */
async function tasksOf(browser: Browser, html: string, script: string): Promise<number[]> {
  const tab = await browser.newPage();
  await tab.setContent(html);
  await tab.screenshot();
  const { evaluate } = await openWorld(tab, 'keepsake', script);
  await browser.startTracing(tab, { categories: ['toplevel'] });
  await evaluate('readPage()');
  const trace = await browser.stopTracing();
  await tab.close();
  const { traceEvents } = z.parse(traceSchema, JSON.parse(trace.toString('utf8')));
  const threads = Map.groupBy(
    traceEvents.filter(({ name }) => name.endsWith('RunTask')),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const times = Array.from(threads.values(), (tasks) => tasks.map(({ tdur = 0 }) => tdur / 1_000));
  const sum = (of: readonly number[]) => of.reduce((total, ms) => total + ms, 0);
  const [busiest = []] = times.toSorted((a, b) => sum(b) - sum(a));
  return busiest.toSorted((a, b) => b - a);
}
