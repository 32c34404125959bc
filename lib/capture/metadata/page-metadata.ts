/** Reads what a page says of itself outside its text. */
import type { PageCapture, PageSource } from '../../contracts/capture.ts';
import { blockTags } from '../element-kinds.ts';
import type { Article } from '../content/readable-content.ts';
import { isBlockDisplay } from '../snapshot/visibility.ts';

/** A field longer than this is no name, date or summary; whole sentences are kept up to it. */
const longestName = 200;
const longestExcerpt = 500;

export type PageMetadata = Pick<
  PageCapture,
  'site' | 'author' | 'published' | 'language' | 'excerpt'
>;

/** Gives the title of the tab, white space collapsed; the address where the page has none. */
export function titleOf(document: Document, preferred: string | null = null): string {
  const own = document.querySelector('head > title')?.textContent ?? '';
  const heading = document.querySelector('h1')?.textContent ?? '';
  const url = URL.parse(document.URL);
  const candidates = [preferred ?? '', own, heading, `${url?.host ?? ''}${url?.pathname ?? ''}`];
  return candidates.map(collapsed).find((title) => title !== '') ?? '';
}

/** Gives the address in `<link rel=canonical>`, absolute; null where there is none or several differ. */
export function canonicalLinkOf(document: Document): PageSource['canonicalLink'] {
  const links = Array.from(document.querySelectorAll('head > link[rel~="canonical" i][href]'));
  const addresses = new Set(
    links.map((link) => URL.parse(link.getAttribute('href') ?? '', document.baseURI)?.href ?? null),
  );
  const [address = null] = addresses;
  return addresses.size === 1 ? address : null;
}

/** Gives what the extractor found, and where it found nothing, what the head of the page says. */
export function metadataOf(document: Document, article: Article | null): PageMetadata {
  return {
    site: name(article?.site) ?? name(meta(document, 'og:site_name', 'application-name')),
    author: authorOf(document, article) ?? withoutBy(name(meta(document, 'author', 'dc.creator'))),
    published:
      name(article?.published) ??
      name(
        meta(
          document,
          'article:published_time',
          'datePublished',
          'date',
          'dc.date',
          'dc.date.issued',
        ),
      ) ??
      name(
        document.querySelector('article time[datetime], time[pubdate]')?.getAttribute('datetime'),
      ),
    language:
      name(article?.language) ??
      name(document.documentElement.getAttribute('lang')) ??
      name(
        document.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content'),
      ) ??
      name(meta(document, 'og:locale')?.replace('_', '-')),
    excerpt: shortened(article?.excerpt ?? meta(document, 'description', 'og:description') ?? ''),
  };
}

/** The first of the names that the head of the page gives a value. */
function meta(document: Document, ...names: string[]): string | null {
  for (const each of names) {
    const selector = ['name', 'property', 'itemprop']
      .map((attribute) => `meta[${attribute}="${each}" i][content]`)
      .join(', ');
    const content = document.querySelector(selector)?.getAttribute('content') ?? '';
    if (content.trim() !== '') return content;
  }
  return null;
}

function name(value: string | null | undefined): string | null {
  const text = collapsed(value ?? '');
  return text === '' || text.length > longestName ? null : text;
}

/** The extractor reads a line that names the author without the breaks between its parts; the first part is taken. */
function authorOf(document: Document, article: Article | null): string | null {
  const byline = article?.author?.trim() ?? '';
  const line = Array.from(document.querySelectorAll(bylines)).find(
    (element) => element.textContent.trim() === byline,
  );
  return withoutBy(name(line === undefined ? byline : firstLineOf(line)));
}

const bylines =
  '[rel=author], [itemprop*=author], [class*=byline i], [id*=byline i], [class*=author i], [id*=author i], ' +
  '[class*=dateline i], [class*=writtenby i]';

function firstLineOf(element: Element): string {
  let line = '';
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === child.TEXT_NODE) line += child.textContent ?? '';
    else if (isElement(child)) {
      if (isShownAsBlock(child) && line.trim() !== '') break;
      line += firstLineOf(child);
      if (isShownAsBlock(child) && line.trim() !== '') break;
    }
  }
  return line;
}

function isShownAsBlock(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  const isBreak = element.localName === 'br' || blockTags.has(element.localName);
  return isBreak || (style !== undefined && isBlockDisplay(style));
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

function withoutBy(author: string | null): string | null {
  return author?.replace(/^by:?\s+/i, '') ?? null;
}

function shortened(excerpt: string): string | null {
  const text = collapsed(excerpt);
  if (text.length <= longestExcerpt) return text === '' ? null : text;
  const cut = text.slice(0, longestExcerpt);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestExcerpt / 2)).toWellFormed()}…`;
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
