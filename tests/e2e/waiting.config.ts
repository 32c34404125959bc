import { defineConfig } from '@playwright/test';
import { shared, waiting } from './playwright.config.ts';

/** Runs the specs that mostly wait separately, at the same time as checks that need the processor. */
export default defineConfig({
  ...shared,
  outputDir: '../../test-results/e2e-waiting',
  // Some specs wait for a minute and a half, and other checks run at the same time.
  timeout: 300_000,
  workers: 1,
  testMatch: [...waiting],
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e-waiting.json' }]],
});
