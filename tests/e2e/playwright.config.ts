import { defineConfig } from '@playwright/test';

/** Specs that mostly wait, such as for a response that takes 75 s or a page that never finishes loading. */
export const waiting = ['cold-start.spec.ts', 'worker-death.spec.ts', 'unready-pages.spec.ts'];

const firefoxSpecs = '*firefox*.spec.ts';

export const shared = defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // Long enough for busy machines. Slower tests and steps set their own.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
});

/** Runs the tests of the built extension three at a time even on two cores: one of them is often waiting. */
export default defineConfig({
  ...shared,
  workers: 3,
  projects: [
    // A single worker, so that the shared Firefox starts once.
    { name: 'firefox', testMatch: firefoxSpecs, workers: 1 },
    { name: 'chromium', testIgnore: [...waiting, firefoxSpecs] },
  ],
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
});
