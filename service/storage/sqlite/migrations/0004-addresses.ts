/** Documents by URL, which the service fetches. */
export const addresses: readonly string[] = [
  'ALTER TABLE materials ADD COLUMN fetch_url TEXT',
  // Whether the page must be fetched before the run can be learned.
  'ALTER TABLE learning_runs ADD COLUMN awaits_page INTEGER NOT NULL DEFAULT 0 CHECK (awaits_page IN (0, 1))',
];
