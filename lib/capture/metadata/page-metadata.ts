import type { PageCapture } from '../schema.ts';
import { shortened } from '../../text/cut-text.ts';
import {
  decoded,
  trustedMetadataOf,
  type TrustedMetadata,
  type SourceMetadata,
} from './metadata-sources.ts';
import { contentElements, linesNear, linesOf } from './content-elements.ts';
import { dayIn } from './dates.ts';
import { visibleDateOf } from './published.ts';
import { siteNameIn } from './site-name.ts';
import { textLanguageOf } from './text-language.ts';
import { headingOf } from './title.ts';
import { collapseWhitespace, hasLetter, letterPattern } from '../words.ts';
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
  const { site, sites } = siteNameIn(document, trusted);
  const language = nameField(languageOf(document, declared('language') ?? null));
  const heading = headingOf(document, sites);
  return {
    site: nameField(site),
    author: authorOf(document, {
      heading,
      sites,
      stated: declared('author') ?? null,
      extracted: unlessStale('author'),
    }),
    published: publishedOf(document, {
      heading,
      language,
      stated: nameField(declared('published')),
    }),
    language,
    excerpt:
      excerptField(declared('excerpt')) ??
      excerptField(visibleExcerptOf(document)) ??
      excerptField(unlessInFooter(unlessStale('excerpt'), document)),
  };
}

type Dating = {
  heading: Element | null;
  language: string | null;
  stated: string | null;
};

/** Returns a stated date as the page writes it if it starts with an ISO date, and otherwise the day. */
function publishedOf(document: Document, { heading, language, stated }: Dating): string | null {
  if (stated !== null && /\d/.test(stated)) {
    return /^\d{4}-\d\d-\d\d/.test(stated) ? stated : (dayIn(stated, language) ?? stated);
  }
  return visibleDateOf(document, { heading, language });
}

/** Drops text from a footer, which Readability uses if the content has no paragraph. */
function unlessInFooter(text: string | null, document: Document): string | null {
  if (text === null) return null;
  const footers = Array.from(document.querySelectorAll('footer, [role=contentinfo]'));
  const letters = (words: string) => words.replace(/\s+/g, '');
  const sought = letters(text);
  return footers.some((footer) => letters(footer.textContent).includes(sought)) ? null : text;
}

/** Templates often declare English for pages in other languages, so this checks the text of English pages. */
function languageOf(document: Document, declared: string | null): string | null {
  const root = document.documentElement;
  const own = (root.getAttribute('lang') ?? root.getAttribute('xml:lang') ?? '').trim();
  const header = document.querySelector('meta[http-equiv="content-language" i]');
  const tags = [own, header?.getAttribute('content') ?? '', declared ?? ''];
  const stated = tags.find((tag) => /^[a-z]{2,3}(?:[-_,]|$)/i.test(tag)) ?? null;
  if (stated !== null && !/^en/i.test(stated)) return stated;
  const language = textLanguageOf(document);
  return language === 'en' || language === null ? (stated ?? language) : language;
}

function nameField(value: string | null | undefined): string | null {
  const text = collapseWhitespace(decoded(value ?? ''));
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

type Authoring = {
  heading: Element | null;
  sites: readonly string[];
  stated: string | null;
  extracted: string | null;
};

/** Prefers a person over the site, which templates often state as the author. */
function authorOf(document: Document, { heading, sites, stated, extracted }: Authoring) {
  const author = authorField(stated);
  const isSite = sites.some((site) => site.toLowerCase() === author?.toLowerCase());
  if (author !== null && !isSite) return author;
  const lines = heading === null ? [] : linesNear(heading);
  const visible =
    authorField(visibleAuthorOf(document)) ?? authorField(namedIn(lines, bylineStart));
  return visible ?? author ?? authorField(extracted);
}

/** Matches a line near the heading that names the author, or is followed by the name. */
const bylineStart = letterPattern(
  /^\P{L}*(?:by|von|par|por|di|door|av|af)\s*:?(?:\s+\p{L}|$)|^(?:written|posted|published) by/iu,
);

const bylines =
  '[rel~=author], [itemprop~=author], [class*=byline i], [id*=byline i], [class*=author i], [id*=author i], ' +
  '[class*=writtenby i], [href*="/author/" i], [href*="/authors/" i]';

const maxBylineLength = 60;
/** Further bylines belong to other pages or people. */
const maxBylines = 80;
/** Shorter paragraphs are details such as dates. */
const minExcerptLength = 60;

function visibleAuthorOf(document: Document): string | null {
  const candidates = Array.from(document.querySelectorAll(bylines)).slice(0, maxBylines);
  for (const element of contentElements(candidates)) {
    if (/authori[sz]/i.test(`${element.className} ${element.id}`)) continue;
    const named = element.querySelector('[itemprop=name]') ?? element;
    const next = named.nextElementSibling;
    const lines = [...linesOf(named, 2), ...(next === null ? [] : linesOf(next, 1))];
    const name = namedIn(lines, /^/);
    if (name !== null) return name;
  }
  return null;
}

/** Returns the name in the first line that matches, or in the line after it if that line is only a label. */
function namedIn(lines: readonly string[], opening: RegExp): string | null {
  const at = lines.findIndex((line) => opening.test(line));
  const [line, next] = at === -1 ? [] : lines.slice(at, at + 2);
  if (line === undefined) return null;
  const isLabel = bylineLabel.test(line);
  const name = (isLabel ? (next ?? '') : line).replace(bylineOpening, '');
  const author = authorName(name);
  const isName =
    author.length <= maxBylineLength &&
    hasLetter(author) &&
    !/^\d/.test(author) &&
    !dateLabel.test(author);
  return isName && !bylineLabel.test(name) ? name : null;
}

/** Matches a line with a label but no name. */
const bylineLabel = letterPattern(
  /^\P{L}*(?:(?:(?:written|posted|published|geschrieben|verfasst|veröffentlicht|article|artikel|text)\s+)?(?:by|von|par|por|di|door|av|af)|(?:about\s+(?:the\s+)?|follow\s+(?:the\s+)?|meet the\s+)?authors?|autor(?:in)?|auteur)\P{L}*$/iu,
);

/** Matches what precedes the name in a byline. In metadata, these words can belong to the name, as in Von Trapp. */
const bylineOpening = letterPattern(
  /^[|,;:·•–—\s-]*(?:(?:(?:written|posted|published|post|article|recipe|text|words|geschrieben|verfasst|veröffentlicht|artikel|écrit|publié|escrito|publicado|scritto)\s+)?(?:by|von|par|por|di|door|av|af)\s*:?\s+|(?:autor(?:in)?|author|auteur|autore|text)\s*:\s*|(?:about\s+the\s+)?author\P{L}+|autor\P{L}(?:in\P{L}+)?|via\s+)?/iu,
);

/** Matches a label for the date, which some themes put in the element for the author. */
const dateLabel =
  /^(?:posted|published|updated|publiziert|veröffentlicht|erstellt|publié|publicado|pubblicato)(?:\s+(?:on|am|le|el|em|il))?:?$/iu;

function visibleExcerptOf(document: Document): string | null {
  for (const paragraph of contentElements(document.getElementsByTagName('p'))) {
    const words = paragraph.textContent.trim();
    if (words.length >= minExcerptLength && !copyrightNotice.test(words))
      return textWithLineBreaks(paragraph);
  }
  return null;
}

const copyrightNotice = /^(?:©|(?:copyright|\(c\))\s[^.]{0,20}\d{4})|\ball rights reserved\b/i;

/** A date with its day, the text before it, and everything after it. */
const trailingDate = letterPattern(
  /[\s,;·•|–—-]*(?:\b(?:on|published|updated):?\s+)?(?:\d{4}-\d\d-\d\d|\d+[./]\d+[./]\d{2,4}|\d\d?\S{0,2} \p{L}+\S? \d{4}|\p{L}+\.? \d\d?\S{0,3} \d{4}|\d\d? de \p{L}+ de \d{4}|\d+ \p{L}+ ago\b).*$/iu,
);

/** Contains a lowercase word and ends like a sentence, not like `Jr.` or `Inc.` */
const sentence = letterPattern(/\s[a-zß-öø-ÿа-я]{4,}\s.*\p{L}{4,}[.!?]$/u);

/** Values of templates that nobody filled in, and of accounts without a name. */
const placeholder = letterPattern(
  /^(?:https?:.*|undefined|null|none|admin(?:istrator)?|webmaster|publisher|\P{L}*)$/iu,
);

function authorName(line: string): string {
  const name = line
    .replace(/^by:?\s+/i, '')
    .replace(trailingDate, '')
    .replace(/\s+(?:on|am)(?:\s+\w+day)?$|[\s|»·•,;:–—-]+$|^["“]|["”]$/g, '');
  return sentence.test(name) || placeholder.test(name) ? '' : name;
}
