/**
 * Runs every check of the project and ends with one line, `N passed, N failed`: the tests of Vitest and Playwright by
 * their own count, every other check as one. A failing check does not keep the later ones from running.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import * as z from 'zod/mini';

type Count = {
  passed: number;
  failed: number;
  skipped: number;
  /** How many of those that passed did so only at their second try. */
  retried?: number;
};
type Check = {
  name: string;
  command: string;
  /** Where the check leaves its own count; the exit code decides where there is none. */
  report?: { path: string; read: (report: unknown) => Count };
};

const results = 'test-results';
const vitestReport = `${results}/vitest.json`;
const playwrightReport = `${results}/playwright.json`;

const checks: Check[] = [
  { name: 'types', command: 'wxt prepare && tsc --noEmit' },
  { name: 'lint', command: 'oxlint --deny-warnings' },
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'dead code', command: 'knip' },
  { name: 'build', command: 'npm run --silent build' },
  {
    name: 'unit, contract and architecture tests',
    command: `vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
    report: { path: vitestReport, read: readVitest },
  },
  { name: 'bundle budgets', command: 'size-limit' },
  { name: 'behaviour of every surface', command: 'node tests/gallery/behave.ts' },
  { name: 'accessibility of every state', command: 'node tests/gallery/shoot.ts --check' },
  { name: 'chaos run', command: 'node tests/chaos/run.ts 60 1' },
  {
    name: 'end-to-end tests',
    command: 'playwright test --config tests/e2e/playwright.config.ts',
    report: { path: playwrightReport, read: readPlaywright },
  },
];

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

function readVitest(report: unknown): Count {
  const read = vitestSchema.parse(report);
  // A file that does not even load has no failed test, but has failed.
  const unloaded = read.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + unloaded.length,
    skipped: read.numPendingTests,
  };
}

const playwrightSchema = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

function readPlaywright(report: unknown): Count {
  const { stats } = playwrightSchema.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    retried: stats.flaky,
  };
}

/** The service is killed at more moments than the quick check has time for. */
const env = { KEEPSAKE_CRASHES: '50', ...process.env };

function run({ name, command, report }: Check): Count {
  console.log(`\n── ${name}: ${command}`);
  const startedAt = Date.now();
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env });
  const isReported = report !== undefined && existsSync(report.path);
  const count = isReported
    ? report.read(JSON.parse(readFileSync(report.path, 'utf8')))
    : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  // A runner may fail outside its tests: that counts too.
  if (status !== 0 && count.failed === 0) count.failed = 1;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
  return count;
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const counts = checks.map((check) => ({ name: check.name, ...run(check) }));

console.log('\nAll checks');
for (const { name, passed, failed, skipped, retried = 0 } of counts) {
  console.log(
    `  ${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped` +
      (retried > 0 ? `; ${retried} passed only at the second try, told apart above as flaky` : ''),
  );
}
const total = (key: 'passed' | 'failed' | 'skipped') =>
  counts.reduce((sum, count) => sum + count[key], 0);
const skipped = total('skipped');
console.log(
  `\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = total('failed') === 0 ? 0 : 1;
