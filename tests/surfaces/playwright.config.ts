import { defineConfig } from '@playwright/test';
import { findChromium } from '../browser/find-chromium.ts';

/** Tests of every surface with a fake background, which need no built extension. A worker keeps one browser for all its tests. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/surfaces',
  globalSetup: './global-setup.ts',
  // Far beyond what any test takes, also while the machine is busy with something else.
  timeout: 120_000,
  // Far beyond what any step takes, also while the machine is busy with something else.
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--force-color-profile=srgb'],
    },
  },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '../../test-results/surfaces.json' }]],
});
