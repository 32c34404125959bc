/** Reindexes everything, because the terms of Latin and Cyrillic words changed. Queued texts stay searchable. */
export const relearnAll: readonly string[] = [
  `INSERT INTO learning_runs (material, status, queued_at)
   SELECT m.seq, 'queued', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM materials m
   WHERE m.learned = 1 AND NOT EXISTS (
     SELECT 1 FROM learning_runs r WHERE r.material = m.seq AND r.status IN ('queued', 'running'))`,
];
