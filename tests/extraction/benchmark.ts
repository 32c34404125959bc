/**
 * `node tests/extraction/benchmark.ts [--shipped] [--times] [--steps] [--stretch] [most pages]`: what the capture finds on
 * pages whose text is known, beside Readability and Defuddle alone in the same pages, and what it costs. The blocks of
 * each page are judged by a model that knows no page of its site; `--shipped` takes the shipped one, which has learned
 * from all of them. `--stretch` asks no more than how long large pages have to wait.
 */
import { printTable } from './figures.ts';
import { openWorld } from './isolated-world.ts';
import { measureEngines } from './measure-engines.ts';
import { hasPages, readPages, samplePages } from './pages.ts';
import { scriptForPages, type ModelChoice } from './script-for-pages.ts';
import { printSteps, printTimes } from './times.ts';

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
const chosen = samplePages(readPages(), most);

/** Readings of each engine in each page: the first finds nothing compiled, the others show what that was worth. */
const readings = isTimed ? 6 : 1;

const models: readonly ModelChoice[] = options.includes('--shipped')
  ? ['shipped']
  : [0, 1, 2, 3, 4];
const stepScript = options.includes('--steps') ? await scriptForPages() : null;
const steps: Record<string, number>[] = [];

const { measured, times, failed } = await measureEngines({
  pages: chosen,
  models,
  readings,
  isTimed,
  after: async (tab) => {
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
