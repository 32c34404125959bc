import { defineConfig } from 'vitest/config';

/** Where nothing is kept outside of what a test makes, so that files can share what they load, which takes longest. */
const shared = [
  'components/**/*.test.{ts,tsx}',
  'lib/{capture,core,features,language,memory,messaging,pdf}/**/*.test.ts',
];

/** What needs no build runs in seconds; what drives the built extension has a project of its own. */
export default defineConfig({
  test: {
    // Many tests wait for a process or a browser, which the other worker can use.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'shared',
          include: shared,
          isolate: false,
          unstubGlobals: true,
          setupFiles: ['tests/fixtures/english.ts'],
        },
      },
      {
        test: {
          name: 'source',
          include: [
            '{lib,service}/**/*.test.ts',
            'tests/{architecture,chaos,conformance,contract,faults,gallery,tools}/**/*.test.ts',
          ],
          exclude: ['**/*.built.test.ts', ...shared],
          // Some start a process, which takes a busy machine its time.
          testTimeout: 30_000,
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
