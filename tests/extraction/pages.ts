/** Real pages with the text that should be captured, from a folder next to the repository that isn't part of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const folder = join(import.meta.dirname, '../../../shared/data/pages');

const snippetsSchema = z.pipe(
  z.optional(z.nullable(z.array(z.string()))),
  z.transform((snippets) => snippets ?? []),
);
/** Pages without an address or a text get an empty string. */
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

/** A page with a known text. */
export type KnownPage = z.infer<typeof truthSchema> & {
  /** All pages of a site are in the same part and fold. */
  site: string;
  /** The training settings were tuned on `chosen-by`, and never on `kept-apart`. */
  part: 'chosen-by' | 'kept-apart';
  /** A number from 0 to 4. The pages of a fold are measured with a model trained on the other folds. */
  fold: number;
};

/** Returns whether the folder with the pages exists. */
export function hasPages(): boolean {
  return existsSync(folder);
}

/** Returns all pages with an address and a text. */
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

/** Returns at most `most` pages, spread evenly. */
export function samplePages(pages: readonly KnownPage[], most: number): readonly KnownPage[] {
  const step = Math.max(1, Math.floor(pages.length / most));
  return pages.filter((_, at) => at % step === 0).slice(0, most);
}

/** Returns the HTML of a page as it was fetched. */
export function readHtml(id: string): Buffer {
  return gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)));
}

/** Approximates the registrable domain: two labels, or three for suffixes such as `co.uk`. */
export function siteOf(url: string): string | null {
  const host = URL.parse(url)?.hostname;
  if (host === undefined || host === '') return null;
  const labels = host.split('.');
  const isShort =
    labels.length > 2 && /^(?:com?|org|net|edu|gov|ac|or|ne|go)$/.test(labels.at(-2) ?? '');
  return labels.slice(isShort ? -3 : -2).join('.');
}

/** Assigns a site by a fixed hash: about 30% to `kept-apart`, and a fifth to each fold. */
function placeOf(site: string): Pick<KnownPage, 'part' | 'fold'> {
  let hash = 0x811c9dc5;
  for (const letter of site) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const tenth = (hash >>> 8) % 10;
  return { part: tenth < 3 ? 'kept-apart' : 'chosen-by', fold: Math.floor(tenth / 2) };
}
