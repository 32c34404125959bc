/** Gathers what a page says of itself outside its text, by who says it: its head, Open Graph, JSON-LD. */
import { structuredData, textsOf, type StructuredItem } from './structured-data.ts';

/** What one voice says. An application that shows another page may have renewed one voice and not the others. */
export type Statements = {
  /** The addresses it says the page has, absolute. */
  addresses: readonly string[];
  title: string | null;
  author: string | null;
  published: string | null;
  site: string | null;
  language: string | null;
  excerpt: string | null;
};

export type Voice = 'head' | 'openGraph' | 'structured';

/** Gives what each voice says; the document alone is read, and need not have a window. */
export function statementsOf(document: Document): Record<Voice, Statements> {
  const meta = metaReaderOf(document);
  return {
    head: headOf(document, meta),
    openGraph: openGraphOf(document, meta),
    structured: structuredOf(document),
  };
}

/** Gives the first of the names that the page gives a value. */
type MetaReader = (...names: readonly string[]) => string | null;

function headOf(document: Document, meta: MetaReader): Statements {
  return {
    addresses: absolute([canonicalLinkOf(document)], document),
    title: meta('title', 'dc.title', 'citation_title'),
    author: meta('author', 'dc.creator', 'citation_author', 'parsely-author'),
    published: meta(
      'datePublished',
      'date',
      'dc.date',
      'dc.date.issued',
      'citation_publication_date',
    ),
    site: meta('application-name'),
    language: meta('dc.language', 'language'),
    excerpt: meta('description', 'dc.description'),
  };
}

function openGraphOf(document: Document, meta: MetaReader): Statements {
  const author = meta('article:author', 'og:article:author');
  return {
    addresses: absolute([meta('og:url')], document),
    title: meta('og:title', 'twitter:title'),
    // Some name the author by an address of theirs.
    author: author !== null && /^https?:/.test(author) ? null : author,
    published: meta('article:published_time', 'og:article:published_time'),
    site: meta('og:site_name'),
    language: meta('og:locale')?.replace('_', '-') ?? null,
    excerpt: meta('og:description', 'twitter:description'),
  };
}

const pageTypes =
  /(?:Article|Posting|Page|Recipe|Report|Course|Event|Product|Movie|Book|Thesis|Dataset|VideoObject|PodcastEpisode|SoftwareApplication|Question|HowTo|CreativeWork|NewsAnalysis)$/;

/** A page may describe its site, its place in it and the pages it lists; the item meant is the one of its own. */
function structuredOf(document: Document): Statements {
  const items = structuredData(document).filter(({ types }) =>
    types.some((type) => pageTypes.test(type)),
  );
  const main = items.find(({ item }) => item['headline'] !== undefined) ?? items[0];
  const page = items.find(({ types }) => types.some((type) => type.endsWith('Page')));
  const said = (name: string) =>
    [main, page].flatMap((each) => textsOf(each?.item[name])).find((text) => text !== '') ?? null;
  return {
    addresses: absolute(addressesOf(main), document),
    title: textsOf(main?.item['headline'])[0] ?? textsOf(main?.item['name'])[0] ?? null,
    author: authorsOf(main),
    published: said('datePublished') ?? said('uploadDate'),
    site: namesOf(main?.item['publisher'])[0] ?? null,
    language: said('inLanguage'),
    excerpt: said('description'),
  };
}

function addressesOf(main: StructuredItem | undefined): string[] {
  if (main === undefined) return [];
  const { url, mainEntityOfPage, '@id': id } = main.item;
  const named = [...textsOf(mainEntityOfPage), ...textsOf(url), ...textsOf(id)];
  // `@id` may be a name inside the data, such as `#article`.
  return named.filter((address) => /^(?:https?:)?\/\/|^\//.test(address));
}

function authorsOf(main: StructuredItem | undefined): string | null {
  const names = namesOf(main?.item['author']);
  return names.length === 0 ? null : [...new Set(names)].slice(0, 5).join(', ');
}

/** An item that stands elsewhere in the data is named by its `@id`, which is no name for people. */
function namesOf(value: unknown): string[] {
  return textsOf(value).filter((name) => !/^https?:|^[#/]/.test(name));
}

/** Gives the address in `<link rel=canonical>`, absolute; null where there is none or several differ. */
export function canonicalLinkOf(document: Document): string | null {
  const [head] = document.getElementsByTagName('head');
  const links = Array.from(head?.querySelectorAll(':scope > link[rel~="canonical" i][href]') ?? []);
  const addresses = new Set(
    links.map((link) => URL.parse(link.getAttribute('href') ?? '', document.baseURI)?.href ?? null),
  );
  const [address = null] = addresses;
  return addresses.size === 1 ? address : null;
}

/** Looks at the whole page once, wherever its head ended up; of elements that share a name, the first counts. */
function metaReaderOf(document: Document): MetaReader {
  const said = new Map<string, string>();
  for (const element of Array.from(document.getElementsByTagName('meta'))) {
    const content = element.getAttribute('content');
    if (content === null) continue;
    for (const attribute of ['name', 'property', 'itemprop']) {
      const name = element.getAttribute(attribute)?.toLowerCase();
      if (name !== undefined && !said.has(name)) said.set(name, content.trim());
    }
  }
  return (...names) => {
    const name = names.find((each) => (said.get(each.toLowerCase()) ?? '') !== '');
    return name === undefined ? null : (said.get(name.toLowerCase()) ?? null);
  };
}

function absolute(addresses: readonly (string | null)[], document: Document): string[] {
  return addresses.flatMap((address) => {
    const url = address === null || address === '' ? null : URL.parse(address, document.baseURI);
    return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
}
