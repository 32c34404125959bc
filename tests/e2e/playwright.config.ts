import { defineConfig } from '@playwright/test';

/** Each test has a browser and a profile of its own; on two cores, two at once. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
});
