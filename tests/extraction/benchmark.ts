/**
 * `node tests/extraction/benchmark.ts [--shipped] [--times] [--steps] [--stretch] [most pages]`: what the capture finds on
 * pages whose text is known, beside Readability and Defuddle alone in the same pages, and what it costs. The blocks of
 * each page are judged by a model that knows no page of its site; `--shipped` takes the shipped one, which has learned
 * from all of them. `--stretch` asks no more than how long large pages have to wait.
 */
import type { Page } from '@playwright/test';
import type { Reading } from './engines/engine.ts';
import { engines, printTable, type Engine, type Measured } from './figures.ts';
import { openWorld } from './isolated-world.ts';
import { visitPages } from './page-visits.ts';
import { hasPages, readPages, type KnownPage } from './pages.ts';
import { scriptForPages, type ModelChoice } from './script-for-pages.ts';
import { printSteps, printTimes, type Times } from './times.ts';
import { withoutMarks } from './word-score.ts';

const options = process.argv.slice(2);
if (options.includes('--stretch')) {
  const { measureStretches } = await import('./stretches.ts');
  await measureStretches();
  process.exit(0);
}
if (!hasPages()) {
  console.log('Skipped: the pages are not there (../shared/data/pages).');
  process.exit(0);
}
const most = Number(options.find((option) => /^\d+$/.test(option)) ?? Number.POSITIVE_INFINITY);
const isTimed = options.includes('--times') || options.includes('--steps');
const pages = readPages();
const step = Math.max(1, Math.floor(pages.length / most));
const chosen = pages.filter((_, at) => at % step === 0).slice(0, most);

/** Readings of each engine in each page: the first finds nothing compiled, the others show what that was worth. */
const readings = isTimed ? 6 : 1;

const models: readonly ModelChoice[] = options.includes('--shipped')
  ? ['shipped']
  : [0, 1, 2, 3, 4];
const ourScripts = await Promise.all(
  models.map((model) => scriptForPages('engines/keepsake.ts', model)),
);
const otherScripts = {
  readability: await scriptForPages('engines/readability.ts'),
  defuddle: await scriptForPages('engines/defuddle.ts'),
};
const stepScript = options.includes('--steps') ? await scriptForPages() : null;

const measured: Measured[] = [];
const times: Record<Engine, Times>[] = [];
const steps: Record<string, number>[] = [];
const failed = await visitPages(chosen, {
  tabs: isTimed ? 1 : 2,
  isFresh: isTimed,
  visit: async (tab, known) => {
    await measure(tab, known);
    if (stepScript === null) return;
    const world = await openWorld(tab, 'steps', stepScript);
    for (let run = 1; run < readings; run++) await world.evaluate('inPage.steps()');
    steps.push(await world.evaluate('inPage.steps()'));
  },
});

const parts = {
  'chosen-by': 'Sites that settings were chosen by',
  'kept-apart': 'Sites kept apart',
};
for (const [part, title] of Object.entries(parts)) {
  printTable(
    title,
    measured.filter(({ known }) => known.part === part),
  );
}
printTable('All sites', measured);
if (isTimed) printTimes(times);
printSteps(steps);
if (failed.length > 0) console.log(`Not read: ${failed.length}\n${failed.join('\n')}`);

/** The order changes from page to page; Defuddle comes last, since it alone reads the page itself. */
async function measure(tab: Page, known: KnownPage): Promise<void> {
  const order =
    measured.length % 2 === 0 ? engines : engines.with(0, engines[1]).with(1, engines[0]);
  const found: Partial<Record<Engine, Awaited<ReturnType<typeof readWith>>>> = {};
  // oxlint-disable-next-line no-await-in-loop -- one after the other, or each would be measured along with another
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

async function repeated<T>(count: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, or each would be measured along with another
  while (results.length < count) results.push(await run());
  return results;
}
