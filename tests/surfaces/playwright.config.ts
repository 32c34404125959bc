import { defineConfig } from '@playwright/test';
import { headlessArgs } from '../browser/chromium.ts';
import { findChromium } from '../browser/find-chromium.ts';

/**
 * Tests of every surface with a fake background, which don't need a built extension. Each worker
 * reuses one browser.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/surfaces',
  globalSetup: './global-setup.ts',
  // This is far longer than any test or step takes, even on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-gpu', ...headlessArgs, '--force-color-profile=srgb'],
    },
  },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '../../test-results/surfaces.json' }]],
});
