import { configDefaults, defineConfig } from 'vitest/config';

/** The tests to run against mutants: those that need no browser, process or build, and run in seconds. */
const all =
  'lib/{anchoring,async,custom-id,fingerprint,memory-client,outbox,text,url}/**/*.test.ts';

export default defineConfig({
  test: {
    include: [process.env['MUTANTS_TESTS'] ?? all],
    // This test does its work at load time, which would delay every mutant of the code it reaches.
    exclude: [...configDefaults.exclude, '**/change-table.test.ts'],
    // Timing tests with millions of characters detect no mutants, and take longer than all the others.
    testNamePattern: /^(?!.*million characters)/,
    // Coverage and other work on the machine can make a one-second test take much longer.
    testTimeout: 60_000,
    isolate: false,
    unstubGlobals: true,
    setupFiles: ['tests/fixtures/english.ts', 'tests/fixtures/same-examples.ts'],
  },
});
