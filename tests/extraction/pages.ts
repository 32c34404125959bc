/**
 * Real pages with the text and metadata that should be captured. They aren't part of the repository: `readPages` reads
 * them from a folder next to it, the other functions from checkouts of public repositories (docs/extraction.md).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const pagesFolder = join(import.meta.dirname, '../../../shared/data/pages');

const snippetsSchema = z.pipe(
  z.optional(z.nullable(z.array(z.string()))),
  z.transform((snippets) => snippets ?? []),
);
/** Pages without an address or a text get an empty string. */
const textSchema = z.pipe(
  z.optional(z.string()),
  z.transform((text) => text ?? ''),
);
/** Missing metadata becomes an empty string. Several authors are separated by commas. */
const metadataSchema = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
  z.transform((stated) => [stated ?? ''].flat().join(', ')),
);
const truthSchema = z.object({
  id: z.string(),
  url: textSchema,
  kind: z.string(),
  main_content: textSchema,
  with: snippetsSchema,
  without: snippetsSchema,
  title: metadataSchema,
  author: metadataSchema,
  publish_date: metadataSchema,
});

/** Metadata that people read off a page; empty where it has none. */
export type KnownMetadata = Readonly<Record<'title' | 'author' | 'published', string>>;

/** A page with a known text, or with snippets of it. */
export type KnownPage = Pick<
  z.infer<typeof truthSchema>,
  'id' | 'url' | 'kind' | 'main_content' | 'with' | 'without'
> & {
  /** Paragraphs that may be kept or left out. */
  optional: readonly string[];
  metadata: KnownMetadata;
  /** The HTML as it was fetched. */
  html: () => Buffer;
  /** All pages of a site are in the same part and fold. */
  site: string;
  /** The training settings were tuned on `chosen-by`, and never on `kept-apart`. */
  part: 'chosen-by' | 'kept-apart';
  /** A number from 0 to 4. The pages of a fold are measured with a model trained on the other folds. */
  fold: number;
};

/** Returns whether the folder with the pages exists. */
export function hasPages(): boolean {
  return existsSync(pagesFolder);
}

/** Returns all pages with an address and a text. */
export function readPages(): readonly KnownPage[] {
  const lines = verifiedText(pagesFolder, 'truth.jsonl.gz');
  const pages: KnownPage[] = [];
  for (const line of lines.trim().split('\n')) {
    const {
      title,
      author,
      publish_date: published,
      ...truth
    } = z.parse(truthSchema, JSON.parse(line));
    const site = siteOf(truth.url);
    if (site === null || truth.main_content.trim() === '') continue;
    const html = () => gunzipSync(readFileSync(join(pagesFolder, 'html', `${truth.id}.html.gz`)));
    const metadata = { title, author, published };
    pages.push({ ...truth, optional: [], metadata, html, site, ...placeOf(site) });
  }
  return pages;
}

const snippetPagesSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    with: snippetsSchema,
    without: snippetsSchema,
    title: metadataSchema,
    author: metadataSchema,
    date: metadataSchema,
  }),
);

/**
 * Returns the pages of Trafilatura's evaluation, most of them German news and blogs. For each, its authors chose a few
 * snippets that belong to the text, and a few that don't. `tests` is the folder of that name in a checkout of
 * https://github.com/adbar/trafilatura (Apache-2.0; the pages belong to their publishers).
 */
export function readSnippetPages(tests: string): readonly KnownPage[] {
  const truths = z.parse(snippetPagesSchema, JSON.parse(verifiedText(tests, 'evaldata.json')));
  return Object.entries(truths).flatMap(([url, { file, title, author, date, ...snippets }]) => {
    const path = ['eval', 'cache'].map((each) => join(tests, each, file)).find(existsSync);
    const site = siteOf(url);
    if (path === undefined || site === null) return [];
    return {
      id: file,
      url,
      kind: 'snippets',
      main_content: '',
      optional: [],
      ...snippets,
      metadata: { title, author, published: date },
      html: () => readFileSync(path),
      site,
      ...placeOf(site),
    };
  });
}

const articlesSchema = z.record(
  z.string(),
  z.object({
    url: z.string(),
    articleBody: z.string(),
    title: metadataSchema,
    authors: metadataSchema,
    date: metadataSchema,
  }),
);

/**
 * Returns news articles whose text people cleaned by hand. `folder` is a checkout of
 * https://github.com/AndyTheFactory/article-extraction-dataset (Apache-2.0; the pages belong to their publishers).
 */
function readArticles(folder: string): readonly KnownPage[] {
  const truths = z.parse(articlesSchema, JSON.parse(verifiedText(folder, 'articles.json')));
  return Object.entries(truths).flatMap(([id, { url, articleBody, title, authors, date }]) =>
    newsPage(join(folder, 'html', `${id}.html`), {
      id,
      url,
      main_content: articleBody,
      optional: [],
      metadata: { title, author: authors, published: date },
    }),
  );
}

const paragraphsSchema = z.record(
  z.string(),
  z.object({ body: z.array(z.string()), url: z.string() }),
);

/**
 * Returns news articles whose paragraphs people chose. Paragraphs in brackets may be kept or left out. `folder` is a
 * checkout of https://github.com/dobbersc/fundus-evaluation (MIT; the pages belong to their publishers).
 */
function readParagraphs(folder: string): readonly KnownPage[] {
  const truths = z.parse(
    paragraphsSchema,
    JSON.parse(verifiedText(folder, 'dataset/ground_truth.json')),
  );
  return Object.entries(truths).flatMap(([file, { url, body }]) => {
    const isOptional = (paragraph: string) => /^\[.*\]$/s.test(paragraph);
    return newsPage(join(folder, 'dataset/html', file), {
      id: file,
      url,
      main_content: body.filter((paragraph) => !isOptional(paragraph)).join('\n\n'),
      optional: body.filter(isOptional).map((paragraph) => paragraph.slice(1, -1)),
      metadata: { title: '', author: '', published: '' },
    });
  });
}

/**
 * Returns the news articles of both sets, from a folder with both checkouts under their repositories' names. Returns
 * nothing if there is none.
 */
export function readNews(folder: string): readonly KnownPage[] {
  const articles = join(folder, 'article-extraction-dataset');
  const paragraphs = join(folder, 'fundus-evaluation');
  return [
    ...(existsSync(articles) ? readArticles(articles) : []),
    ...(existsSync(paragraphs) ? readParagraphs(paragraphs) : []),
  ];
}

/** Returns nothing if the page's file is missing. */
function newsPage(
  path: string,
  known: Pick<KnownPage, 'id' | 'url' | 'main_content' | 'optional' | 'metadata'>,
): KnownPage[] {
  const site = siteOf(known.url);
  if (!existsSync(path) || site === null || known.main_content.trim() === '') return [];
  const html = () => {
    const file = readFileSync(path);
    return path.endsWith('.gz') ? gunzipSync(file) : file;
  };
  return [{ ...known, kind: 'news', with: [], without: [], html, site, ...placeOf(site) }];
}

/** SHA-256 of each file with known texts, so that training always starts from the same data. */
const digests: Readonly<Record<string, string>> = {
  'truth.jsonl.gz': '78ec9d5eaeb66f6fdf7aaa8efa8e58368f6ff6c697ba68ab993ab08f0cf9fc18',
  'articles.json': 'f0ee0122dbc53e16a14bce488af0e570b40d8f643567c80053003c06a350d4ef',
  'dataset/ground_truth.json': '923265cb3a8099f8a7037e017a8c8bc906206f53299cb5887c25fcc6d63fd7e1',
  'evaldata.json': '6179b235b77918840552e9b166adcfc411e56a3342fc4873cc0d35944cc30b52',
};

/** Reads a file with known texts. Throws if it isn't the one that the model was trained with. */
function verifiedText(folder: string, path: string): string {
  const file = readFileSync(join(folder, path));
  const digest = createHash('sha256').update(file).digest('hex');
  if (digests[path] !== digest) throw new Error(`${path} has changed: its SHA-256 is ${digest}`);
  return (path.endsWith('.gz') ? gunzipSync(file) : file).toString('utf8');
}

/** Returns at most `most` pages, spread evenly. */
export function samplePages(pages: readonly KnownPage[], most: number): readonly KnownPage[] {
  const step = Math.max(1, Math.floor(pages.length / most));
  return pages.filter((_, at) => at % step === 0).slice(0, most);
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
