/** What search reads in the metadata of documents and notes, which are stored as columns. */
import * as z from 'zod/mini';
import { storable } from '../storable.ts';

export interface Stated extends Readonly<Record<'statedUrl' | 'statedTitle', string | null>> {
  readonly type: 'note' | 'highlight' | 'page' | 'pdf';
  readonly tags: readonly string[];
}

const fieldsSchema = z.record(z.string(), z.unknown());

/** Reads metadata, which is JSON. */
export function statedIn(kind: 'document' | 'note', metadata: string | null): Stated {
  const parsed = fieldsSchema.safeParse(metadata === null ? {} : JSON.parse(metadata));
  const { url, title, tags, ...fields } = parsed.success ? parsed.data : {};
  const isHighlight = (fields['highlight'] ?? null) !== null;
  const types = {
    note: isHighlight ? 'highlight' : 'note',
    document: fields['kind'] === 'pdf' ? 'pdf' : 'page',
  } as const;
  return {
    type: types[kind],
    statedUrl: typeof url === 'string' && /^https?:\/\//i.test(url) ? storable(url) : null,
    statedTitle: typeof title === 'string' ? storable(title) : null,
    tags: [tags]
      .flat()
      .filter((tag) => typeof tag === 'string')
      .map(tagKey),
  };
}

/** Returns what equal tags have in common. */
export function tagKey(tag: string): string {
  return storable(tag.replace(/^#+/, '').toLowerCase());
}
