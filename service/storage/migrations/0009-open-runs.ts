/** Indexes the learning queue by what comes next, so that taking a run doesn't depend on the queue's length. */
export const openRuns: readonly string[] = [
  'DROP INDEX learning_runs_open',
  `CREATE INDEX learning_runs_open ON learning_runs (status, awaits_page, seq) WHERE status IN ('queued', 'running')`,
];
