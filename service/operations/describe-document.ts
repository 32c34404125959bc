/** A document as the contract shows it. */
import type { DocumentRow } from '../db/documents.ts';

/** The document's fields; `learned` is true once a search finds it, and `learning_run` tells of the latest run. */
export function describeDocument(row: DocumentRow) {
  const metadata: unknown = row.metadata === null ? null : JSON.parse(row.metadata);
  return {
    id: row.id,
    container: row.container_id,
    container_name: row.container_name,
    custom_id: row.custom_id,
    title: row.title,
    url: row.source_url,
    metadata,
    learned: row.learned === 1,
    learning_run:
      row.run_status === null
        ? null
        : {
            status: row.run_status,
            reason: row.run_reason,
            queued_at: row.run_queued_at,
            started_at: row.run_started_at,
            finished_at: row.run_finished_at,
          },
    saved_at: row.saved_at,
  };
}

/** The web address a document came from, if it says so: in `metadata.url`, or as its `custom_id`. */
export function webAddress(metadata: unknown, customId: string | null): string | null {
  const named: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'url') : undefined;
  return [named, customId].find(isWebAddress) ?? null;
}

function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value) && value.length <= 8192;
}
