import { defineConfig } from '@playwright/test';

/** Tests that mostly wait, such as for an answer that takes 75 s or a page that never finishes loading. */
const waiting = ['cold-start.spec.ts', 'worker-death.spec.ts', 'unready-pages.spec.ts'];

/** On two cores two tests work at once; two more that mostly wait run beside them. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 4,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 2 },
    { name: 'working', testIgnore: waiting, workers: 2 },
  ],
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A browser may die for reasons of its own. The summary names each test that needed its second try.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
});
