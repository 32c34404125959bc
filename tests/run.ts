/**
 * Runs every check of the project and prints the total as `N passed, N failed`. Each test of Vitest and Playwright
 * counts as one, and so does each other check. A failing check doesn't keep the later ones from running.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';

type Count = { passed: number; failed: number; skipped: number };
/** The total duration of the tests in one file. */
type FileDuration = { file: string; ms: number };
type Report = Count & {
  durations: readonly FileDuration[];
  /** The failed tests, each with its file and the first line of its error. */
  failures: readonly string[];
};
type Named = Report & { name: string };
type Check = {
  name: string;
  command: string;
  /** The file to which the check writes its own count. Without a report, the exit code decides. */
  report?: { path: string; read: (report: unknown) => Report };
};

const results = 'test-results';
const vitestReport = `${results}/vitest.json`;
const surfacesReport = `${results}/surfaces.json`;
const waitingReport = `${results}/e2e-waiting.json`;
const e2eReport = `${results}/e2e.json`;

type Stage = {
  checks: readonly Check[];
  /** How many checks run in parallel. When one ends, the next one starts. */
  atOnce: number;
};

/**
 * The stages, which run one after the other. Checks that don't use both cores run in parallel, the longest first; most
 * end-to-end tests run without other checks beside them.
 */
const stages: readonly Stage[] = [
  // The build writes the configuration that the type check and the linter need.
  { atOnce: 1, checks: [{ name: 'build', command: 'npm run --silent build' }] },
  {
    atOnce: 2,
    checks: [
      { name: 'types', command: 'tsc --noEmit' },
      { name: 'lint', command: 'oxlint --deny-warnings --report-unused-disable-directives' },
      { name: 'format', command: 'oxfmt --check .' },
      { name: 'dead code', command: 'knip' },
    ],
  },
  {
    atOnce: 3,
    checks: [
      {
        name: 'unit, contract and architecture tests',
        command: `vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
        report: { path: vitestReport, read: readVitest },
      },
      {
        name: 'behavior and accessibility of every surface',
        command: 'playwright test --config tests/surfaces/playwright.config.ts',
        report: { path: surfacesReport, read: readPlaywright },
      },
      {
        name: 'end-to-end tests that wait',
        command: 'playwright test --config tests/e2e/waiting.config.ts',
        report: { path: waitingReport, read: readPlaywright },
      },
      { name: 'chaos run', command: 'node tests/chaos/run.ts 60 1' },
      { name: 'bundle budgets', command: 'size-limit' },
    ],
  },
  {
    atOnce: 1,
    checks: [
      {
        name: 'end-to-end tests',
        command: 'playwright test --config tests/e2e/playwright.config.ts',
        report: { path: e2eReport, read: readPlaywright },
      },
    ],
  },
];

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

function readVitest(report: unknown): Report {
  const read = vitestSchema.parse(report);
  // A file that doesn't load has no failed tests, but counts as a failure.
  const unloaded = read.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + unloaded.length,
    skipped: read.numPendingTests,
    durations: read.testResults.map(({ name, startTime, endTime }) => ({
      file: relative('.', name),
      ms: endTime - startTime,
    })),
    failures: [
      ...unloaded.map(({ name, message = '' }) => failureOf(name, 'does not load', message)),
      ...read.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) =>
            failureOf(name, fullName, failureMessages[0] ?? ''),
          ),
      ),
    ],
  };
}

function failureOf(path: string, title: string, message: string): string {
  return `${relative('.', path)} › ${title}: ${stripVTControlCharacters(message).split('\n')[0]}`;
}

const suiteSchema = z.object({
  file: z.string(),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({
              duration: z.number(),
              error: z.optional(z.object({ message: z.optional(z.string()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(suiteSchema),
});

function readPlaywright(report: unknown): Report {
  const { config, stats, suites } = playwrightSchema.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    durations: suites.map((suite) => ({
      file: relative('.', join(config.rootDir, suite.file)),
      ms: durationOf(suite),
    })),
    failures: suites.flatMap((suite) => failuresOf(suite, join(config.rootDir, suite.file))),
  };
}

function failuresOf(suite: z.infer<typeof suiteSchema>, path: string): string[] {
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const error = tests.flatMap(({ results: runs }) =>
        runs.map(({ error: each }) => each?.message),
      );
      return failureOf(path, title, error.find((message) => message !== undefined) ?? '');
    });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, path))];
}

function durationOf({ specs, suites = [] }: z.infer<typeof suiteSchema>): number {
  const own = specs
    .flatMap(({ tests }) => tests.flatMap(({ results: runs }) => runs))
    .reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

const env = {
  // Kill the service at more moments than the quick check has time for.
  KEEPSAKE_CRASHES: '25',
  // The service starts about a hundred times; cache its compiled code.
  NODE_COMPILE_CACHE: resolve(results, 'compiled'),
  ...process.env,
};

/** Runs a check. Prints its output immediately, or if other checks run in parallel, once it has ended. */
async function run({ name, command, report }: Check, isAlone: boolean): Promise<Named> {
  const startedAt = Date.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const held: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      if (isAlone) process.stdout.write(chunk);
      else held.push(chunk);
    });
  }
  if (isAlone) console.log(`\n── ${name}: ${command}`);
  await once(child, 'close');
  if (!isAlone) console.log(`\n── ${name}: ${command}\n${Buffer.concat(held).toString()}`);
  const isReported = report !== undefined && existsSync(report.path);
  const hasPassed = child.exitCode === 0;
  const count = isReported
    ? report.read(JSON.parse(readFileSync(report.path, 'utf8')))
    : {
        passed: hasPassed ? 1 : 0,
        failed: hasPassed ? 0 : 1,
        skipped: 0,
        durations: [],
        failures: [],
      };
  // A runner can fail outside its tests, which counts as a failure too.
  if (!hasPassed && count.failed === 0) count.failed = 1;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return { name, ...count };
}

async function runStage({ checks, atOnce }: Stage): Promise<Named[]> {
  const line = checks.values();
  const counts: Named[] = [];
  const takeNext = async () => {
    // The loops share one iterator: each takes the next check once it has finished its previous one.
    for (const check of line) counts.push(await run(check, atOnce === 1));
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return counts;
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const counts: Named[] = [];
for (const stage of stages) {
  // A stage needs the results of the one before it.
  counts.push(...(await runStage(stage)));
}

console.log('\nAll checks');
for (const { name, passed, failed, skipped } of counts) {
  console.log(
    `  ${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  );
}
const failures = counts.flatMap((count) => count.failures);
if (failures.length > 0) console.log('\nFailed tests');
for (const failure of failures) console.log(`  ${failure}`);
console.log('\nSlowest test files');
const slowest = counts
  .flatMap(({ durations }) => durations)
  .toSorted((one, other) => other.ms - one.ms)
  .slice(0, 10);
for (const { file, ms } of slowest) {
  console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}
const total = (key: 'passed' | 'failed' | 'skipped') =>
  counts.reduce((sum, count) => sum + count[key], 0);
const skipped = total('skipped');
console.log(
  `\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = total('failed') === 0 ? 0 : 1;
