import { defineConfig } from 'vitest/config';

/** The tests that mutants are shown to: those that need no browser, no process and no build, which run in seconds. */
export default defineConfig({
  test: {
    include: ['lib/{core,memory,features/outbox}/**/*.test.ts'],
    isolate: false,
    unstubGlobals: true,
    setupFiles: ['tests/fixtures/english.ts'],
  },
});
