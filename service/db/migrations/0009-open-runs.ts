/** The queue by what is to be done next, so that taking from it costs the same however long it is. */
export const openRuns: readonly string[] = [
  'DROP INDEX learning_runs_open',
  `CREATE INDEX learning_runs_open ON learning_runs (status, awaits_page, seq) WHERE status IN ('queued', 'running')`,
];
