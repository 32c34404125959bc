/** Runs every engine on pages with a known text, each engine in its own isolated world of the same page. */
import type { Page } from '@playwright/test';
import type { Reading } from './engines/engine.ts';
import { engines, type Engine, type Measured } from './figures.ts';
import { openWorld } from './isolated-world.ts';
import { visitPages } from './page-visits.ts';
import type { KnownPage } from './pages.ts';
import { scriptForPages, type ModelChoice } from './script-for-pages.ts';
import type { Times } from './times.ts';
import { withoutMarks } from './word-score.ts';

export interface Measuring {
  readonly pages: readonly KnownPage[];
  /** The shipped model, or one model per fold, trained without the sites of that fold. */
  readonly models: readonly ModelChoice[];
  /** How many times each engine reads each page: the first time cold, then on compiled code. */
  readonly readings: number;
  /** Whether to measure times, with one page open at a time, painted and in its own process. */
  readonly isTimed: boolean;
  /** Called with each page after all engines read it. */
  readonly after?: (tab: Page) => Promise<void>;
}

export interface MeasuredPages {
  readonly measured: readonly Measured[];
  readonly times: readonly Record<Engine, Times>[];
  /** The ID and error of each page that couldn't be measured. */
  readonly failed: readonly string[];
}

/** Measures the capture, Readability and Defuddle on the same pages. */
export async function measureEngines({
  pages,
  models,
  readings,
  isTimed,
  after,
}: Measuring): Promise<MeasuredPages> {
  const ourScripts = await Promise.all(
    models.map((model) => scriptForPages('engines/keepsake.ts', model)),
  );
  const otherScripts = {
    readability: await scriptForPages('engines/readability.ts'),
    defuddle: await scriptForPages('engines/defuddle.ts'),
  };
  const measured: Measured[] = [];
  const times: Record<Engine, Times>[] = [];
  const failed = await visitPages(pages, {
    tabs: isTimed ? 1 : 2,
    isFresh: isTimed,
    visit: async (tab, known) => {
      await measure(tab, known);
      await after?.(tab);
    },
  });
  return { measured, times, failed };

  /** Alternates the order of engines. Defuddle is always last, because it works on the page instead of a copy. */
  async function measure(tab: Page, known: KnownPage): Promise<void> {
    const order =
      measured.length % 2 === 0 ? engines : engines.with(0, engines[1]).with(1, engines[0]);
    const found: Partial<Record<Engine, Awaited<ReturnType<typeof readWith>>>> = {};
    // Parallel runs would slow each other down.
    for (const engine of order) found[engine] = await readWith(tab, known, engine);
    const { keepsake, readability, defuddle } = found;
    if (keepsake === undefined || readability === undefined || defuddle === undefined) return;
    const ours = { ...keepsake.reading, text: withoutMarks(keepsake.reading.text) };
    const { reading } = readability;
    measured.push({
      known,
      readings: { keepsake: ours, readability: reading, defuddle: defuddle.reading },
    });
    times.push({
      keepsake: keepsake.times,
      readability: readability.times,
      defuddle: defuddle.times,
    });
  }

  async function readWith(
    tab: Page,
    { fold }: KnownPage,
    engine: Engine,
  ): Promise<{ reading: Reading; times: Times }> {
    const ours = ourScripts[fold % ourScripts.length] ?? '';
    const script = engine === 'keepsake' ? ours : otherScripts[engine];
    try {
      const { loadMs, timed, evaluate } = await openWorld(tab, engine, script);
      const [first = 0, ...warm] = await repeated(readings, () => timed('readPage()'));
      const reading = await evaluate<Reading>('lastReading()');
      return { reading, times: { loadMs, coldMs: loadMs + first, warm } };
    } catch (error) {
      console.log(`${engine} failed: ${String(error).split('\n')[0] ?? ''}`);
      return { reading: { text: '' }, times: { loadMs: 0, coldMs: 0, warm: [] } };
    }
  }
}

async function repeated<T>(count: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  // Parallel runs would slow each other down.
  while (results.length < count) results.push(await run());
  return results;
}
