import { defineConfig } from 'vitest/config';

/** Where nothing is kept outside of what a test makes, so that files can share what they load, which takes longest. */
const shared = ['components/**/*.test.{ts,tsx}', 'lib/**/*.test.ts'];
/** These put a fake browser or a page in place. */
const alone = [
  'lib/{browser,database,device-service,highlights/page}/**/*.test.ts',
  'lib/messaging/page-client.test.ts',
  'lib/**/{store,*-store,vault,vault-grants,session-reads}.test.ts',
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
          exclude: alone,
          isolate: false,
          // Some try thousands of generated inputs.
          testTimeout: 30_000,
          unstubGlobals: true,
          setupFiles: ['tests/fixtures/english.ts'],
        },
      },
      {
        test: {
          name: 'source',
          include: [
            ...alone,
            'service/**/*.test.ts',
            'tests/{architecture,chaos,conformance,contract,faults,tools}/**/*.test.ts',
          ],
          exclude: ['**/*.built.test.ts'],
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
