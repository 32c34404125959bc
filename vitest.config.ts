import { defineConfig } from 'vitest/config';

/** Tests that keep no global state. Their files share loaded modules, because loading takes the longest. */
const shared = [
  'components/**/*.test.{ts,tsx}',
  'lib/**/*.test.ts',
  'service/**/*.test.ts',
  'tests/{architecture,chaos,conformance,contract,faults,release,tools}/**/*.test.ts',
];
/** Tests that install a fake browser or page, use the fake IndexedDB of their worker, or measure its memory. */
const alone = [
  'lib/{browser,database,device-service,highlights/page}/**/*.test.ts',
  'lib/messaging/page-client.test.ts',
  'lib/**/{store,*-store,vault,vault-grants,session-reads}.test.ts',
  'tests/contract/{*-in-background,transfer-bounded}.test.ts',
  'tests/faults/**/*.test.ts',
];

/**
 * Tests of the service that also run on PostgreSQL, with `tests/fixtures/open-storage.ts`. Tests of the background, the MCP
 * and OAuth clients, ranking and address rules use the storage in no other way, so they run on SQLite only.
 */
const onPostgres = [
  'service/{auth,oauth,owner-app}/{credentials,sessions,tokens}.test.ts',
  'service/learning/{fetch-pages,learner}.test.ts',
  'tests/conformance/mcp-conformance.test.ts',
  'tests/contract/{access,accounts,bin,deletion,failed-runs,key-matrix,learned-news,malformed}.test.ts',
  'tests/contract/{mcp-caller,node-service,oauth,oauth-malformed}.test.ts',
  'tests/contract/{query-language,turns}.test.ts',
];
/** Run on PostgreSQL only with `KEEPSAKE_POSTGRES=all`: they take long, and others use the storage in the same way. */
const rarelyOnPostgres = [
  'service/oauth/{access-tokens,authorize,clients}.test.ts',
  'tests/conformance/oauth-conformance.test.ts',
  'tests/contract/{client-on-node-service,http-service,mcp-key-matrix,owner-app,owner-app-forms}.test.ts',
  'tests/contract/{recall-by-words,transfer-between-profiles,url-documents}.test.ts',
];

/** Some tests start processes or try thousands of inputs; this is far longer than any takes, even on a busy machine. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

const setupFiles = ['tests/fixtures/english.ts', 'tests/fixtures/same-examples.ts'];

/** Tests that need no build run in seconds. Tests of the built extension are a separate project. */
export default defineConfig({
  test: {
    // Many tests wait for a process or a browser, so another worker can use the time.
    maxWorkers: '100%',
    // Starting a thread takes half the processor time of starting a process.
    pool: 'threads',
    globalSetup: ['tests/fixtures/postgres-server.ts'],
    projects: [
      {
        test: {
          ...timeouts,
          name: 'shared',
          include: shared,
          exclude: [...alone, '**/*.built.test.ts'],
          isolate: false,
          unstubGlobals: true,
          setupFiles,
        },
      },
      {
        test: {
          ...timeouts,
          name: 'postgres',
          include:
            process.env['KEEPSAKE_POSTGRES'] === 'all'
              ? [...onPostgres, ...rarelyOnPostgres]
              : onPostgres,
          // A request takes several round trips to the server.
          env: { KEEPSAKE_TEST_ENGINE: 'postgres', KEEPSAKE_MALFORMED_RUNS: '1000' },
          runner: 'tests/fixtures/postgres-runner.ts',
          isolate: false,
          unstubGlobals: true,
          setupFiles,
        },
      },
      {
        test: {
          ...timeouts,
          name: 'alone',
          include: alone,
          setupFiles: ['tests/fixtures/english.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'built',
          include: ['tests/**/*.built.test.ts'],
        },
      },
    ],
  },
});
