/**
 * `node tests/live-pages/run.ts [--show] [names]`: drives the live pages in Chromium and compares what the capture,
 * Readability and Defuddle extract with the truth. `--show` also prints what the capture extracted from the named pages.
 */
import { chromium } from '@playwright/test';
import { captureScript } from '../../tools/capture/capture-script.ts';
import { findChromium } from '../browser/find-chromium.ts';
import type { Reading } from '../extraction/engines/engine.ts';
import { openWorld } from '../extraction/isolated-world.ts';
import { scriptForPages } from '../extraction/script-for-pages.ts';
import { withoutMarks } from '../extraction/word-score.ts';
import { livePages, type LivePage } from './cases.ts';
import { liveScoreOf, withoutTitle, type LiveScore } from './score.ts';
import { captureLivePage, openLivePage, openTab, serveLivePages, truthOf } from './visit.ts';

const others = ['readability', 'defuddle'] as const;
type Engine = 'keepsake' | (typeof others)[number];
type Measured = { page: LivePage; scores: Record<Engine, LiveScore>; remarks: readonly string[] };

const goodF1 = 0.95;
const fields = ['precision', 'recall', 'f1', 'pairs', 'order'] as const;

const options = process.argv.slice(2);
const isShown = options.includes('--show');
const names = new Set(options.filter((option) => !option.startsWith('--')));
const chosen = livePages.filter(({ name }) => names.size === 0 || names.has(name));
const script = captureScript();
const otherScripts = {
  readability: await scriptForPages('engines/readability.ts'),
  defuddle: await scriptForPages('engines/defuddle.ts'),
};
const site = await serveLivePages();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox'],
});
const tab = await openTab(browser);
const measured: Measured[] = [];
for (const page of chosen) {
  measured.push(await measure(page));
  if (isShown) console.log(`\n${JSON.stringify(measured.at(-1)?.scores)}`);
}
await browser.close();
await site.close();
print();

async function measure(page: LivePage): Promise<Measured> {
  await openLivePage(tab, page, site.origin);
  const { result, traces } = await captureLivePage(tab, script);
  const truth = withoutTitle(truthOf(page), result.ok ? result.value.title : '');
  const text = result.ok ? result.value.content : '';
  if (isShown) console.log(`\n──── ${page.name}\n${result.ok ? text : result.error.code}`);
  const remarks = [
    ...(result.ok ? [] : [result.error.code]),
    ...(traces.changes > 0 ? [`${traces.changes} changes`] : []),
    ...(traces.requests > 0 ? [`${traces.requests} requests`] : []),
    ...(result.ok && page.title !== undefined && page.title !== result.value.title
      ? [`title “${result.value.title}”`]
      : []),
    ...(result.ok && (page.isPartial ?? false) !== (result.value.isPartial ?? false)
      ? [page.isPartial === true ? 'not marked as partial' : 'marked as partial']
      : []),
  ];
  const scores = {
    keepsake: liveScoreOf(withoutMarks(text), truth),
    readability: await scoreOther('readability', truth),
    // Last, because it works on the page instead of a copy.
    defuddle: await scoreOther('defuddle', truth),
  };
  return { page, scores, remarks };
}

async function scoreOther(engine: (typeof others)[number], truth: string): Promise<LiveScore> {
  try {
    const { evaluate } = await openWorld(tab, engine, otherScripts[engine]);
    await evaluate('readPage()');
    const { text, metadata } = await evaluate<Reading>('lastReading()');
    return liveScoreOf(withoutTitle(text, metadata?.title ?? ''), truth);
  } catch {
    return liveScoreOf('', truth);
  }
}

function print(): void {
  const heading = '  prec.   recall  F1      pairs   order ';
  console.log(
    `\n${' '.repeat(30)}${['Keepsake', ...others].map((name) => `  ${name}`.padEnd(42)).join('')}`,
  );
  console.log('group (pages)'.padEnd(30) + heading.padEnd(42).repeat(3));
  for (const group of [...new Set(chosen.map((page) => page.group)), 'all']) {
    const ofGroup = measured.filter(({ page }) => group === 'all' || page.group === group);
    const cells = (['keepsake', ...others] as const).map((engine) =>
      fields
        .map((field) => `  ${mean(ofGroup.map(({ scores }) => scores[engine][field])).toFixed(3)} `)
        .join(''),
    );
    console.log(
      `${group} (${ofGroup.length})`.padEnd(30) + cells.map((cell) => cell.padEnd(42)).join(''),
    );
  }
  console.log(
    `\nPages with an F1 or order below ${goodF1} or a remark (precision, recall, F1, pairs, order):`,
  );
  for (const { page, scores, remarks } of measured) {
    const { f1, order } = scores.keepsake;
    const isLow = f1 < goodF1;
    if (!isLow && f1 >= page.floor.f1 && order >= goodF1 && remarks.length === 0) continue;
    const figures = fields.map((field) => scores.keepsake[field].toFixed(3)).join(' ');
    const rest = [
      ...(f1 < page.floor.f1 ? [`below its floor of ${page.floor.f1}`] : []),
      ...remarks,
      ...(isLow ? [page.cause ?? 'no known cause'] : []),
    ];
    console.log(`  ${page.name.padEnd(26)} ${figures}  ${rest.join('; ')}`);
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
