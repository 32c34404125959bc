/**
 * `node tests/extraction/benchmark.ts [options] [most pages]`: compares the capture with Readability and Defuddle on
 * pages with a known text, by accuracy and time. Each page is judged by a model that wasn't trained on its site.
 * - `--shipped` uses the shipped model, which was trained on all of them.
 * - `--news=folder` adds news articles, from a folder with their checkouts (docs/extraction.md).
 * - `--snippets=folder` reads the pages of Trafilatura's evaluation instead, from the folder `tests` of its checkout.
 * - `--metadata` prints only how well the metadata is found, on both sets if `--snippets` is given.
 * - `--times`, `--steps` measure the time of each engine, and of each step of the capture.
 * - `--stretch` only measures how long a capture blocks large pages.
 */
import { printMetadata, printTable } from './figures.ts';
import { openWorld } from './isolated-world.ts';
import { measureEngines } from './measure-engines.ts';
import { truthOf } from './metadata-score.ts';
import {
  hasPages,
  type KnownPage,
  readNews,
  readPages,
  readSnippetPages,
  samplePages,
} from './pages.ts';
import { scriptForPages, type ModelChoice } from './script-for-pages.ts';
import { printSteps, printTimes } from './times.ts';

const options = process.argv.slice(2);
if (options.includes('--stretch')) {
  const { measureStretches } = await import('./stretches.ts');
  await measureStretches();
  process.exit(0);
}
const snippets = valueOf('snippets');
const news = valueOf('news');
if (snippets === undefined && !hasPages()) {
  console.log('Skipped: the pages are not there (../shared/data/pages).');
  process.exit(0);
}
const most = Number(options.find((option) => /^\d+$/.test(option)) ?? Number.POSITIVE_INFINITY);
const isTimed = options.includes('--times') || options.includes('--steps');
const isMetadataOnly = options.includes('--metadata');
const sets = [
  ...(snippets === undefined || isMetadataOnly ? [readPages()] : []),
  ...(news === undefined ? [] : [readNews(news)]),
  ...(snippets === undefined ? [] : [readSnippetPages(snippets)]),
];
const chosen = sets.flatMap((pages) => {
  const sample = new Set(samplePages(pages, most));
  // Few pages have a known site name, so all of them are measured.
  const isChosen = (page: KnownPage) =>
    sample.has(page) || (isMetadataOnly && truthOf('site', page) !== null);
  return pages.filter(isChosen);
});

/** How many times each engine reads each page: the first time cold, then on compiled code. */
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
  'chosen-by': 'Sites used to tune the settings',
  'kept-apart': 'Held-out sites',
};
if (isMetadataOnly) printMetadataOfSets();
else printTables();
if (isTimed) printTimes(times);
printSteps(steps);
if (failed.length > 0) console.log(`Not read: ${failed.length}\n${failed.join('\n')}`);

function printTables(): void {
  for (const [part, title] of Object.entries(parts)) {
    printTable(
      title,
      measured.filter(({ known }) => known.part === part),
    );
  }
  printTable('All sites', measured);
}

function printMetadataOfSets(): void {
  for (const isSnippets of [false, true]) {
    const ofSet = measured.filter(({ known }) => (known.kind === 'snippets') === isSnippets);
    if (ofSet.length === 0) continue;
    console.log(`\n${isSnippets ? "Trafilatura's evaluation" : 'WCXB'}: ${ofSet.length} pages`);
    printMetadata(ofSet);
  }
}

function valueOf(name: string): string | undefined {
  const start = `--${name}=`;
  return options.find((option) => option.startsWith(start))?.slice(start.length);
}
