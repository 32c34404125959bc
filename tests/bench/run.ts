/**
 * `npm run bench [-- part …]`: measures the figures the project claims, each with a baseline from the same run, and
 * reports them as a table and as JSON. `--json=FILE` names the file, `--pages=N` the number of reference pages,
 * `--passages=N`, `--accounts=N` and `--processes=N` sizes for the scale benchmark (by default 10,000 passages, and
 * 100,000 if parts are named), `--keep=FOLDER` keeps its libraries there for later runs, `--news=FOLDER` the folder with the
 * news sets (docs/extraction.md).
 */
import { parseArgs } from 'node:util';
import { describeMachine, loadNow, sentenceOf } from './machine.ts';
import { isPartName, parts, type PartName, partNames } from './parts.ts';
import { type PartReport, tableOf, writeJson } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string', default: 'test-results/bench.json' },
    pages: { type: 'string', default: '120' },
    passages: { type: 'string', multiple: true },
    accounts: { type: 'string', multiple: true, default: ['1', '10', '100'] },
    processes: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    keep: { type: 'string' },
    news: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !isPartName(name));
if (unknown.length > 0) {
  throw new Error(`Unknown part ${unknown.join(', ')}. The parts are ${partNames.join(', ')}.`);
}
const asked = positionals.length === 0 ? partNames : positionals.filter(isPartName);
const usualPassages = positionals.length === 0 ? ['10000'] : ['10000', '100000'];
const pages = wholeNumber('pages', values.pages);
const passages = wholeNumbers('passages', values.passages ?? usualPassages);
const accounts = wholeNumbers('accounts', values.accounts);
const processes = wholeNumbers('processes', values.processes);

const machine = await describeMachine();
console.log(sentenceOf(machine));
const reports: PartReport[] = [];
for (const name of asked) {
  const report = await runPart(name);
  reports.push(report);
  console.log(
    `\n## ${name} (${report.seconds.toFixed(0)} s, load average ${report.load.toFixed(1)})\n`,
  );
  if (report.rows.length > 0) console.log((parts[name].table ?? tableOf)(report.rows));
  for (const note of report.notes) console.log(`\n${note}`);
}
await writeJson(values.json, { machine, parts: reports });
console.log(`\nWritten to ${values.json}.`);

/** Runs one part. If it fails, reports the error and lets the other parts run. */
async function runPart(part: PartName): Promise<PartReport> {
  const notes: string[] = [];
  const begun = performance.now();
  const tell = (step: string) => console.error(`${part}: ${step}`);
  const rows = await parts[part]
    .run({
      pages,
      news: values.news ?? null,
      passages,
      accounts,
      processes,
      keep: values.keep ?? null,
      tell,
      note: (text) => notes.push(text),
    })
    .catch((error: unknown) => {
      notes.push(
        `Failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      process.exitCode = 1;
      return [];
    });
  return { part, rows, notes, seconds: (performance.now() - begun) / 1000, load: loadNow() };
}

/** Returns the numbers in ascending order, each once. */
function wholeNumbers(flag: string, texts: readonly string[]): number[] {
  return [...new Set(texts.map((text) => wholeNumber(flag, text)))].toSorted((a, b) => a - b);
}

function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${flag} must be a whole number, such as 1000; it is ${text}.`);
}
