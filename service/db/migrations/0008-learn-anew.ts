/** The terms of words in Latin and Cyrillic letters changed: all is learned anew, and found as before until its turn. */
export const learnAnew: readonly string[] = [
  `INSERT INTO learning_runs (material, status, queued_at)
   SELECT m.seq, 'queued', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM materials m
   WHERE m.learned = 1 AND NOT EXISTS (
     SELECT 1 FROM learning_runs r WHERE r.material = m.seq AND r.status IN ('queued', 'running'))`,
];
