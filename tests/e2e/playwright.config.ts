import { defineConfig } from '@playwright/test';

/** Mostly waits, such as for an answer that takes 75 s or a page that never finishes loading. */
export const waiting = ['cold-start.spec.ts', 'worker-death.spec.ts', 'unready-pages.spec.ts'];

/**
 * Journeys through the built extension. They wait as often as they compute, so four share two
 * cores.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  testIgnore: [...waiting],
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A browser can crash for its own reasons. The summary lists each test that needed a retry.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
});
