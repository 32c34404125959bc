/** Decides which metadata to trust: single-page apps often leave the previous page's metadata in place. */
import { namesPage } from '../../custom-id/custom-id.ts';
import { webAddress } from '../../url/web-address.ts';
import { isLatin, alphanumericRuns } from '../words.ts';
import type { PageCapture } from '../schema.ts';
import { mainHeadings, tabTitleOf } from './content-elements.ts';
import { jsonLdItems, textsOf, type JsonLdItem } from './json-ld.ts';

export type TrustedMetadata = {
  /** The most trusted source comes first. */
  trusted: readonly SourceMetadata[];
  stale: readonly SourceMetadata[];
};

/** A source without a URL is trusted if another source names this page, or if its title is visible on the page. */
export function trustedMetadataOf(document: Document, url: string): TrustedMetadata {
  const meta = metaReaderOf(document);
  const sources = [structuredOf(document), openGraphOf(document, meta), headOf(document, meta)];
  const subjects = sources.map((source) => subjectOf(source, url));
  const isTrusted = ({ title }: SourceMetadata, at: number): boolean => {
    const subject = subjects[at];
    if (subject !== 'unknown') return subject === 'about this page';
    if (subjects.includes('about another')) return false;
    return subjects.includes('about this page') || isTitleVisible(title, document);
  };
  const trusted = sources.filter(isTrusted);
  return { trusted, stale: sources.filter((source) => !trusted.includes(source)) };
}

function subjectOf({ urls }: SourceMetadata, url: string) {
  if (urls.some((candidate) => namesPage(candidate, url))) return 'about this page';
  const host = URL.parse(url)?.hostname;
  return urls.some((other) => URL.parse(other)?.hostname === host) ? 'about another' : 'unknown';
}

/** Returns true without a title, because there is nothing to compare. */
function isTitleVisible(title: string | null, document: Document): boolean {
  if (title === null) return true;
  const visibleTitles = [
    tabTitleOf(document),
    ...mainHeadings(document).map(({ textContent }) => textContent),
  ];
  return visibleTitles.some((visible) => titlesOverlap(title, visible));
}

/** Returns whether the longer title has at least half of the words of the shorter title, and `minWords`. */
export function titlesOverlap(one: string, other: string, minWords = 1): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size);
  if (short === undefined || long === undefined || short.size === 0) return false;
  const shared = [...short].filter((word) => long.has(word)).length;
  return shared >= short.size / 2 && shared >= Math.min(minWords, short.size);
}

/** Splits text into words, or into characters in scripts without spaces. */
function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  if (isLatin(lower)) return new Set(alphanumericRuns(lower));
  const pieces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu;
  return new Set(Array.from(lower.matchAll(pieces), ([piece]) => piece));
}

/** The metadata of one source. Apps sometimes update one source but not the others. */
export type SourceMetadata = {
  /** Absolute URLs that the source gives for the page. */
  urls: readonly string[];
} & Pick<PageCapture, 'site' | 'author' | 'published' | 'language' | 'excerpt'> &
  Record<'title', string | null>;

/** Returns the first non-empty value. */
type MetaReader = (...names: readonly (string | RegExp)[]) => string | null;

/** Names such as `dc.date.issued`, `citation_publication_date`, `sailthru.date` and `parsely-pub-date`. */
const publishedName =
  /^(?!(?:og|article):|.*(?:modif|updat|expir|valid|event|start|end|last|review))(?:.*[._:-])?(?:(?:publi\w*|pub|created|issued|release|online)[._-]?)?(?:date|time|issued|created|published)(?:[._-]?(?:issued|created|publi\w*))?$/;

function headOf(document: Document, meta: MetaReader): SourceMetadata {
  return {
    urls: absoluteUrls([canonicalLinkOf(document)], document),
    title: meta('title', 'dc.title', 'citation_title'),
    author: meta(
      'author',
      'dc.creator',
      'dcterms.creator',
      'citation_author',
      'parsely-author',
      'sailthru.author',
      'byl',
    ),
    published: meta('datePublished', 'date', publishedName),
    site: meta('application-name'),
    language: meta('dc.language', 'language'),
    excerpt: meta('description', 'dc.description'),
  };
}

function openGraphOf(document: Document, meta: MetaReader): SourceMetadata {
  const author = meta('article:author', 'og:article:author');
  return {
    urls: absoluteUrls([meta('og:url')], document),
    title: meta('og:title', 'twitter:title'),
    // Some sites put the URL of a profile here.
    author: author !== null && /^https?:/.test(author) ? null : author,
    published: meta('article:published_time', 'og:article:published_time', 'og:published_time'),
    site: meta('og:site_name'),
    language: meta('og:locale')?.replace('_', '-') ?? null,
    excerpt: meta('og:description', 'twitter:description'),
  };
}

const pageTypes =
  /(?:Article|Posting|Page|Recipe|Report|Course|Event|Product|Movie|Book|Thesis|Dataset|VideoObject|PodcastEpisode|SoftwareApplication|Question|HowTo|CreativeWork|NewsAnalysis)$/;

/** JSON-LD may also describe the site and listed pages. The main item has a headline or comes first. */
function structuredOf(document: Document): SourceMetadata {
  const all = jsonLdItems(document);
  const website = all.find(({ types }) => types.includes('WebSite'));
  const items = all.filter(({ types }) => types.some((type) => pageTypes.test(type)));
  const main = items.find(({ item }) => item['headline'] !== undefined) ?? items[0];
  const page = items.find(({ types }) => types.some((type) => type.endsWith('Page')));
  // Pages of questions state who asked only there.
  const question = items.find(({ types }) => types.includes('Question'));
  const declared = (name: string) =>
    [main, page, question]
      .flatMap((each) => textsOf(each?.item[name]))
      .find((text) => text !== '') ?? null;
  return {
    urls: absoluteUrls(urlsOf(main), document),
    title: textsOf(main?.item['headline'])[0] ?? textsOf(main?.item['name'])[0] ?? null,
    author: authorsOf(main) ?? authorsOf(question),
    published: declared('datePublished') ?? declared('uploadDate') ?? declared('dateCreated'),
    site: namesOf(website?.item)[0] ?? namesOf(main?.item['publisher'])[0] ?? null,
    language: declared('inLanguage'),
    excerpt: declared('description'),
  };
}

function urlsOf(main: JsonLdItem | undefined): string[] {
  if (main === undefined) return [];
  const { url, mainEntityOfPage, '@id': id } = main.item;
  const named = [...textsOf(mainEntityOfPage), ...textsOf(url), ...textsOf(id)];
  // An `@id` may be an internal name, such as `#article`.
  return named.filter((address) => /^(?:https?:)?\/\/|^\//.test(address));
}

function authorsOf(main: JsonLdItem | undefined): string | null {
  const names = namesOf(main?.item['author']);
  return names.length === 0 ? null : [...new Set(names)].slice(0, 5).join(', ');
}

/** Leaves out references to other items by `@id`, which aren't names. */
function namesOf(value: unknown): string[] {
  return textsOf(value).filter((name) => !/^https?:|^[#/]/.test(name));
}

/** Returns the canonical link as an absolute URL; null if there is none or several differ. */
export function canonicalLinkOf(document: Document): string | null {
  const [head] = document.getElementsByTagName('head');
  const links = Array.from(head?.querySelectorAll(':scope > link[rel~="canonical" i][href]') ?? []);
  const addresses = new Set(
    links.map((link) => URL.parse(link.getAttribute('href') ?? '', document.baseURI)?.href ?? null),
  );
  const [address = null] = addresses;
  return addresses.size === 1 ? address : null;
}

/** These elements may name one person each. */
const isAuthor = /author|creator/;

const maxValueLength = 20_000;
const maxNameLength = 100;

/** Reads all meta elements. Of several with the same name, the first counts. */
function metaReaderOf(document: Document): MetaReader {
  const values = new Map<string, string>();
  for (const element of Array.from(document.getElementsByTagName('meta'))) {
    const content = element.getAttribute('content')?.slice(0, maxValueLength) ?? null;
    if (content === null) continue;
    for (const attribute of ['name', 'property', 'itemprop']) {
      const name = element.getAttribute(attribute)?.slice(0, maxNameLength).toLowerCase() ?? '';
      const [value, before] = [decoded(content.trim()), values.get(name)];
      if (before === undefined) values.set(name, value);
      else if (
        before.length < maxValueLength &&
        isAuthor.test(name) &&
        !before.split(', ').includes(value)
      ) {
        values.set(name, `${before}, ${value}`);
      }
    }
  }
  const valueOf = (name: string | RegExp) =>
    typeof name === 'string'
      ? values.get(name.toLowerCase())
      : Array.from(values).find(([each, value]) => name.test(each) && /\d{4}/.test(value))?.[1];
  return (...names) => names.map(valueOf).find((value) => (value ?? '') !== '') ?? null;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  apos: "'",
  reg: '®',
};

/** Decodes what some templates escape twice. */
export function decoded(text: string): string {
  return text.replace(
    /&(?:#(x?)([\da-f]{1,6})|(\w+));/gi,
    (entity: string, ...groups: readonly (string | undefined)[]) => {
      const [hex, code, name = ''] = groups;
      if (code === undefined) return entities[name] ?? entity;
      const point = Number.parseInt(code, hex === '' ? 10 : 16);
      return point < 0x110000 ? String.fromCodePoint(point) : entity;
    },
  );
}

function absoluteUrls(addresses: readonly (string | null)[], document: Document): string[] {
  return addresses.flatMap((address) => {
    const url = address === null || address === '' ? null : URL.parse(address, document.baseURI);
    return webAddress(url?.href) ?? [];
  });
}
