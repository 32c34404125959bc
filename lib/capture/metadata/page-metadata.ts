import type { PageCapture } from '../schema.ts';
import { shortened } from '../../text/cut-text.ts';
import {
  trustedMetadataOf,
  type TrustedMetadata,
  type SourceMetadata,
} from './metadata-sources.ts';
import { collapseWhitespace } from './title.ts';
import { isBlockElement, isElement } from '../elements.ts';
import { hasLetter } from '../words.ts';
import { textWithLineBreaks } from '../snapshot/code-blocks.ts';

const maxNameLength = 200;
const maxExcerptLength = 500;
/** Reads the metadata of a document, which needs no window but must have the page's `URL`. */
export function metadataOf(
  document: Document,
  extracted: { author: string | null; excerpt: string | null } | null = null,
  trusted: TrustedMetadata = trustedMetadataOf(document, document.URL),
): Pick<PageCapture, 'site' | 'author' | 'published' | 'language' | 'excerpt'> {
  const { trusted: sources, stale } = trusted;
  const declared = (field: keyof Omit<SourceMetadata, 'urls'>) =>
    sources
      .map((source) => source[field])
      .find((value) => value !== null && collapseWhitespace(value) !== '');
  const unlessStale = (field: 'author' | 'excerpt') => {
    const value = collapseWhitespace(extracted?.[field] ?? '');
    return stale.some((source) => collapseWhitespace(source[field] ?? '') === value) ? null : value;
  };
  return {
    // Stale metadata still comes from the same site.
    site: nameField(declared('site') ?? stale.find(({ site }) => site !== null)?.site),
    author:
      authorField(declared('author')) ??
      authorField(visibleAuthorOf(document)) ??
      authorField(unlessStale('author')),
    published: nameField(declared('published') ?? visibleTimeOf(document)),
    language: nameField(languageOf(document) ?? declared('language')),
    excerpt:
      excerptField(declared('excerpt')) ??
      excerptField(visibleExcerptOf(document)) ??
      excerptField(unlessInFooter(unlessStale('excerpt'), document)),
  };
}

/** Drops text from a footer, which Readability uses if the content has no paragraph. */
function unlessInFooter(text: string | null, document: Document): string | null {
  const footers = Array.from(document.querySelectorAll('footer, [role=contentinfo]'));
  const letters = (words: string) => words.replace(/\s+/g, '');
  const sought = letters(text ?? '');
  return footers.some((footer) => letters(footer.textContent).includes(sought)) ? null : text;
}

function languageOf(document: Document): string | null {
  const root = document.documentElement;
  const own = (root.getAttribute('lang') ?? root.getAttribute('xml:lang') ?? '').trim();
  if (own !== '') return own;
  const header = document.querySelector('meta[http-equiv="content-language" i]');
  return header?.getAttribute('content') ?? null;
}

function nameField(value: string | null | undefined): string | null {
  const text = collapseWhitespace(value ?? '');
  return text === '' || text.length > maxNameLength ? null : text;
}

function authorField(value: string | null | undefined): string | null {
  const author = authorName(nameField(value) ?? '');
  return author === '' ? null : author;
}

function excerptField(value: string | null | undefined): string | null {
  const text = collapseWhitespace(value ?? '');
  return text === '' ? null : shortened(text, maxExcerptLength);
}

/** Parts about other pages or by other people. */
const nonContent =
  'nav, footer, aside, form, [class*=comment i], [id*=comment i], [class*=related i], [role=navigation], ' +
  '[role=contentinfo], [role=complementary]';

const bylines =
  '[rel~=author], [itemprop~=author], [class*=byline i], [id*=byline i], [class*=author i], [id*=author i], ' +
  '[class*=writtenby i]';

const maxBylineLength = 100;
/** Shorter paragraphs are details such as dates. */
const minExcerptLength = 60;

function visibleAuthorOf(document: Document): string | null {
  for (const element of contentElements(document.querySelectorAll(bylines))) {
    const named = element.querySelector('[itemprop=name]') ?? element;
    const line = firstLineOf(named).replace(/\s+/g, ' ').trim().replace(bylineOpening, '');
    const name = authorName(line);
    if (line.length <= maxBylineLength && hasLetter(name) && !dateLabel.test(name)) return line;
  }
  return null;
}

/** Matches what precedes the name in a byline. In metadata, these words can belong to the name, as in Von Trapp. */
const bylineOpening =
  /^[|,;:·•–—\s-]*(?:(?:(?:written|posted|geschrieben|verfasst|veröffentlicht|écrit|publié|escrito|publicado|scritto)\s+)?(?:by|von|par|por|di|door|av|af)\s+|(?:autor(?:in)?|author|auteur|autore|text)\s*:\s*)?/iu;

/** Matches a label for the date, which some themes put in the element for the author. */
const dateLabel =
  /^(?:posted|published|updated|publiziert|veröffentlicht|erstellt|publié|publicado|pubblicato)(?:\s+(?:on|am|le|el|em|il))?:?$/iu;

function visibleTimeOf(document: Document): string | null {
  const times =
    '[itemprop=datePublished][datetime], [itemprop=datePublished][content], time[pubdate][datetime], ' +
    'article time[datetime], main time[datetime]';
  const datedLines = new Set<Element>();
  for (const time of contentElements(document.querySelectorAll(times))) {
    const dateText = time.getAttribute('datetime') ?? time.getAttribute('content') ?? '';
    // A leading P marks a duration.
    if (!/\d{4}/.test(dateText) || /^\s*P/i.test(dateText)) continue;
    if (time.matches('[itemprop=datePublished], time[pubdate]')) return dateText;
    const line = time.closest(proseTags);
    const isLong = (line?.textContent.trim().length ?? 0) > maxBylineLength;
    if (line === null || !(datedLines.has(line) || isLong)) return dateText;
    datedLines.add(line);
  }
  return null;
}

/** In a long line, a date belongs to the story rather than to the page. */
const proseTags = 'p, blockquote, figcaption';

function visibleExcerptOf(document: Document): string | null {
  for (const paragraph of contentElements(document.getElementsByTagName('p'))) {
    const words = paragraph.textContent.trim();
    if (words.length >= minExcerptLength && !copyrightNotice.test(words))
      return textWithLineBreaks(paragraph);
  }
  return null;
}

const copyrightNotice = /^(?:©|(?:copyright|\(c\))\s[^.]{0,20}\d{4})|\ball rights reserved\b/i;

function* contentElements(elements: ArrayLike<Element>): Generator<Element> {
  for (const element of Array.from(elements)) {
    if (element.closest('body') !== null && element.closest(nonContent) === null) yield element;
  }
}

/** Returns only the first line, because a date or caption may follow within the same element. */
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
  return element.localName === 'br' || isBlockElement(element);
}

/** A date with its day, the text before it, and everything after it. */
const trailingDate =
  /[\s,;·•|–—-]*(?:\b(?:on|published|updated):?\s+)?(?:\d{4}-\d\d-\d\d|\d+[./]\d+[./]\d{2,4}|\d\d?\S{0,2} \p{L}+\S? \d{4}|\p{L}+\.? \d\d?\S{0,3} \d{4}).*$/iu;

/** Contains a lowercase word and ends like a sentence, not like `Jr.` or `Inc.` */
const sentence = /\s\p{Ll}{4,}\s.*\p{L}{4,}[.!?]$/u;

function authorName(line: string): string {
  const name = line.replace(/^by:?\s+/i, '').replace(trailingDate, '');
  return sentence.test(name) ? '' : name;
}
