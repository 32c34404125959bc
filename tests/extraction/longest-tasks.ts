/** Measures how long a page's thread is blocked, from the tasks in the browser's trace. */
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod/mini';

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
 * Returns the tasks of the busiest thread while `run` runs, longest first, in milliseconds of CPU time, which doesn't
 * depend on other work on the machine.
 */
export async function longestTasks<T>(
  browser: Browser,
  tab: Page,
  run: () => Promise<T>,
): Promise<{ value: T; tasks: readonly number[] }> {
  await browser.startTracing(tab, { categories: ['toplevel'] });
  let value: T;
  let trace: Buffer;
  try {
    value = await run();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = z.parse(traceSchema, JSON.parse(trace.toString('utf8')));
  const threads = Map.groupBy(
    traceEvents.filter(({ name }) => name.endsWith('RunTask')),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const times = Array.from(threads.values(), (tasks) => tasks.map(({ tdur = 0 }) => tdur / 1_000));
  const sum = (of: readonly number[]) => of.reduce((total, ms) => total + ms, 0);
  const [busiest = []] = times.toSorted((a, b) => sum(b) - sum(a));
  return { value, tasks: busiest.toSorted((a, b) => b - a) };
}
