import { defineConfig } from 'vitest/config';

/** What needs no build runs in seconds; what drives the built extension has a project of its own. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'source',
          include: [
            '{components,lib,service}/**/*.test.{ts,tsx}',
            'tests/{architecture,chaos,conformance,contract,faults,gallery,tools}/**/*.test.ts',
          ],
          exclude: ['**/*.built.test.ts'],
          setupFiles: ['tests/fixtures/english.ts'],
        },
      },
      {
        test: {
          name: 'built',
          include: ['tests/**/*.built.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
