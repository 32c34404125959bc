/** Compares metadata with what people read off the page. */
import type { FoundMetadata } from './engines/engine.ts';
import type { KnownMetadata } from './pages.ts';

export const metadataFields = ['title', 'author', 'published'] as const;
type Field = (typeof metadataFields)[number];

/** Returns whether the field is exactly right; null if the page is known to have none. */
export function isRight(
  field: Field,
  found: FoundMetadata | undefined,
  known: KnownMetadata,
): boolean | null {
  if (known[field].trim() === '') return null;
  const same = field === 'published' ? dayOf : plain;
  return same(found?.[field] ?? '') === same(known[field]);
}

/** Ignores case, spaces and typographic variants. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the day as the page states it, such as `2026-11-28`, or the text if it isn't a date. */
function dayOf(text: string): string {
  const [iso] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (iso !== undefined) return iso;
  const time = Date.parse(text);
  return Number.isNaN(time) ? plain(text) : new Date(time).toISOString().slice(0, 10);
}
