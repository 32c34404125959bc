/** Measures how long a capture blocks large pages without yielding, from the tasks in the browser's trace. */
import { chromium, type Browser } from '@playwright/test';
import * as z from 'zod/mini';
import { findChromium } from '../browser/find-chromium.ts';
import { openWorld } from './isolated-world.ts';
import { largePages } from './large-pages.ts';
import { scriptForPages } from './script-for-pages.ts';

/** A task in the browser's trace; `tdur` is its CPU time in microseconds. */
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
 * Prints the longest tasks of the page's thread while each of the large pages is captured, in CPU time, which doesn't
 * depend on other work on the machine.
 */
export async function measureStretches(): Promise<void> {
  const script = await scriptForPages('engines/keepsake.ts');
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  });
  console.log('\nLongest stretches in pages of 1 MB, ms of the processor');
  for (const [name, html] of largePages) {
    // Parallel runs would slow each other down.
    const tasks = await tasksOf(browser, html, script);
    const longest = tasks.slice(0, 3).map((ms) => ms.toFixed(0));
    const all = tasks.reduce((sum, ms) => sum + ms, 0);
    console.log(`${name.padEnd(20)} ${longest.join(', ')} of ${all.toFixed(0)}`);
  }
  await browser.close();
}

/** Returns the CPU milliseconds of each task of the busiest thread, longest first. */
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
