/** Real pages with the text that should be captured, from a folder beside the project that a checkout alone lacks. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const folder = join(import.meta.dirname, '../../../shared/data/pages');

const snippetsSchema = z.pipe(
  z.optional(z.nullable(z.array(z.string()))),
  z.transform((snippets) => snippets ?? []),
);
/** Some pages have no address or no text. */
const textSchema = z.pipe(
  z.optional(z.string()),
  z.transform((text) => text ?? ''),
);
const truthSchema = z.object({
  id: z.string(),
  url: textSchema,
  kind: z.string(),
  main_content: textSchema,
  with: snippetsSchema,
  without: snippetsSchema,
});

/** A page whose text is known. */
export type KnownPage = z.infer<typeof truthSchema> & {
  /** All pages of a site are in one part, and in one fold. */
  site: string;
  /** Settings were chosen by the pages of `chosen-by`; those of `kept-apart` were never looked at for that. */
  part: 'chosen-by' | 'kept-apart';
  /** From 0 to 4: the measured model of this fold has learned from the others. */
  fold: number;
};

/** Whether the pages are there at all. */
export function hasPages(): boolean {
  return existsSync(folder);
}

/** Gives all pages that have an address. */
export function readPages(): readonly KnownPage[] {
  const lines = gunzipSync(readFileSync(join(folder, 'truth.jsonl.gz'))).toString('utf8');
  const pages: KnownPage[] = [];
  for (const line of lines.trim().split('\n')) {
    const truth = z.parse(truthSchema, JSON.parse(line));
    const site = siteOf(truth.url);
    if (site !== null && truth.main_content.trim() !== '')
      pages.push({ ...truth, site, ...placeOf(site) });
  }
  return pages;
}

/** At most so many, spread evenly over all. */
export function samplePages(pages: readonly KnownPage[], most: number): readonly KnownPage[] {
  const step = Math.max(1, Math.floor(pages.length / most));
  return pages.filter((_, at) => at % step === 0).slice(0, most);
}

/** Gives the page as it was fetched. */
export function readHtml(id: string): Buffer {
  return gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)));
}

/** The registrable name, near enough: two labels, or three where the second is short as in co.uk. */
export function siteOf(url: string): string | null {
  const host = URL.parse(url)?.hostname;
  if (host === undefined || host === '') return null;
  const labels = host.split('.');
  const isShort =
    labels.length > 2 && /^(?:com?|org|net|edu|gov|ac|or|ne|go)$/.test(labels.at(-2) ?? '');
  return labels.slice(isShort ? -3 : -2).join('.');
}

/** A fixed hash puts about three sites of ten apart, and a fifth into each fold. */
function placeOf(site: string): Pick<KnownPage, 'part' | 'fold'> {
  let hash = 0x811c9dc5;
  for (const letter of site) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const tenth = (hash >>> 8) % 10;
  return { part: tenth < 3 ? 'kept-apart' : 'chosen-by', fold: Math.floor(tenth / 2) };
}
