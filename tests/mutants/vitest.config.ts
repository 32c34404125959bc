import { configDefaults, defineConfig } from 'vitest/config';

/** The tests that mutants are shown to: those that need no browser, no process and no build, which run in seconds. */
const all =
  'lib/{anchoring,async,custom-id,fingerprint,memory-client,outbox,text,url}/**/*.test.ts';

export default defineConfig({
  test: {
    include: [process.env['MUTANTS_TESTS'] ?? all],
    // It counts while it is loaded, so that every mutant of what it reaches would wait for all of its count.
    exclude: [...configDefaults.exclude, '**/change-table.test.ts'],
    // How soon millions of characters are read tells nothing of a mistake, and takes longer than all the others.
    testNamePattern: /^(?!.*million characters)/,
    // A run counts the places that tests reach, and may go on beside others: what takes a second by itself takes many.
    testTimeout: 60_000,
    isolate: false,
    unstubGlobals: true,
    setupFiles: ['tests/fixtures/english.ts'],
  },
});
