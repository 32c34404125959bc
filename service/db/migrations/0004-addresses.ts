/** Documents that were handed in as an address, which the service fetches when it learns them. */
export const addresses: readonly string[] = [
  'ALTER TABLE materials ADD COLUMN fetch_url TEXT',
  // Whether the page has to be fetched before the run can learn.
  'ALTER TABLE learning_runs ADD COLUMN awaits_page INTEGER NOT NULL DEFAULT 0 CHECK (awaits_page IN (0, 1))',
];
