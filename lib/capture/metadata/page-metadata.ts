/** Reads what a page says of itself outside its text, as far as it can be believed. */
import type { PageCapture } from '../../contracts/capture.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { authorName } from './author-name.ts';
import { believedOf, type Believed } from './belief.ts';
import { collapsed } from './page-title.ts';
import type { Statements } from './statements.ts';
import { visibleAuthorOf, visibleExcerptOf, visibleTimeOf } from './visible-facts.ts';

export { believedOf, type Believed } from './belief.ts';
export { titleOf } from './page-title.ts';
export { canonicalLinkOf } from './statements.ts';

/** A field longer than this is no name or date; whole sentences are kept up to it. */
const longestName = 200;
const longestExcerpt = 500;

export type PageMetadata = Pick<
  PageCapture,
  'site' | 'author' | 'published' | 'language' | 'excerpt'
>;

/** What an extractor found out on its way; where from, it does not say. */
export type FoundOnTheWay = { author: string | null; excerpt: string | null };

/**
 * Gives what the tags of the page say, where they speak of this page, and else what can be seen on it. A document
 * without a window will do; its `URL` is where it was read.
 */
export function metadataOf(
  document: Document,
  found: FoundOnTheWay | null = null,
  believed: Believed = believedOf(document, document.URL),
): PageMetadata {
  const { voices, stale } = believed;
  const said = (field: keyof Omit<Statements, 'addresses'>) =>
    voices.map((voice) => voice[field]).find((value) => value !== null && collapsed(value) !== '');
  const unlessStale = (field: 'author' | 'excerpt') => {
    const value = collapsed(found?.[field] ?? '');
    return stale.some((voice) => collapsed(voice[field] ?? '') === value) ? null : value;
  };
  return {
    site: name(said('site') ?? siteOf(stale)),
    author: authorOf([
      () => said('author'),
      () => visibleAuthorOf(document),
      () => unlessStale('author'),
    ]),
    published: name(said('published') ?? visibleTimeOf(document)),
    language: name(languageOf(document) ?? said('language')),
    excerpt: shortened([
      () => said('excerpt'),
      () => visibleExcerptOf(document),
      () => unlessInFooter(unlessStale('excerpt'), document),
    ]),
  };
}

/** The page before was one of the same site. */
function siteOf(stale: readonly Statements[]): string | null {
  return stale.map(({ site }) => site).find((site) => site !== null) ?? null;
}

/** An extractor that finds no paragraph in the text takes the one at the foot of the page. */
function unlessInFooter(text: string | null, document: Document): string | null {
  const footers = Array.from(document.querySelectorAll('footer, [role=contentinfo]'));
  const bare = (words: string) => words.replace(/\s+/g, '');
  const isIn = (footer: Element) => bare(footer.textContent).includes(bare(text ?? ''));
  return footers.some(isIn) ? null : text;
}

function languageOf(document: Document): string | null {
  const root = document.documentElement;
  const own = (root.getAttribute('lang') ?? root.getAttribute('xml:lang') ?? '').trim();
  if (own !== '') return own;
  const header = document.querySelector('meta[http-equiv="content-language" i]');
  return header?.getAttribute('content') ?? null;
}

function name(value: string | null | undefined): string | null {
  const text = collapsed(value ?? '');
  return text === '' || text.length > longestName ? null : text;
}

/** Looked for only where those before it are silent: on the page itself that takes a while. */
type Candidate = () => string | null | undefined;

function authorOf(candidates: readonly Candidate[]): string | null {
  for (const candidate of candidates) {
    const author = authorName(name(candidate()) ?? '');
    if (author !== '') return author;
  }
  return null;
}

function shortened(candidates: readonly Candidate[]): string | null {
  let text = '';
  for (const candidate of candidates) if (text === '') text = collapsed(candidate() ?? '');
  if (text.length <= longestExcerpt) return text === '' ? null : text;
  const cut = text.slice(0, longestExcerpt);
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), longestExcerpt / 2))}…`;
}
