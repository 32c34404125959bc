/** The keys of the requests that stored notes, so that a request sent again doesn't store another note. */
export const noteKeys: readonly string[] = [
  `ALTER TABLE materials ADD COLUMN request_key TEXT`,
  `CREATE UNIQUE INDEX materials_request_key ON materials (container_id, request_key) WHERE request_key IS NOT NULL`,
];
