import { defineConfig } from '@playwright/test';
import base, { waiting } from './playwright.config.ts';

/** The journeys that mostly wait, as a run of their own: it goes on beside checks that compute. */
export default defineConfig({
  ...base,
  outputDir: '../../test-results/e2e-waiting',
  workers: 2,
  testMatch: [...waiting],
  testIgnore: [],
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e-waiting.json' }]],
});
