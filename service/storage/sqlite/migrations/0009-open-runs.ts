/** Indexes the learning queue in processing order, so that taking a run is fast however long the queue is. */
export const openRuns: readonly string[] = [
  'DROP INDEX learning_runs_open',
  `CREATE INDEX learning_runs_open ON learning_runs (status, awaits_page, seq) WHERE status IN ('queued', 'running')`,
];
