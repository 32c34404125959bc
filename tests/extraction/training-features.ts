/** Additional features that training can choose from. Only features that the model uses are shipped. */
import type { YieldIfDue } from '../../lib/capture/cooperative-yield.ts';
import {
  normalizeData,
  type PageContext,
  type Shape,
  structuredData,
} from '../../lib/capture/content/page-context.ts';
import {
  modelFeatures,
  endOfSentence,
  discussionPattern,
  type Feature,
  absent,
  windowSum,
  linkShare,
  articleShareAt,
  tagNumber,
  featureRows,
} from '../../lib/capture/content/block-features.ts';
import type { Block } from '../../lib/capture/content/page-blocks.ts';
import { blockAttribute } from '../../lib/capture/elements.ts';
import { alphanumericRuns } from '../../lib/capture/words.ts';
import { isIdeograph, isWordCode, wordsIn } from '../../lib/capture/content/words-in.ts';
import {
  datePattern,
  flag,
  pageFeatures,
  pricePattern,
} from '../../lib/capture/content/page-features.ts';

const endOfClause = /[…:;)"”’]$/;
const callPattern =
  /read more|learn more|click here|sign up|subscribe|log ?in|share|follow|add to|view all|see all|load more|show more|continue|next|previous|download|contact us|get started|shop now|buy now|reply|report|print|email/i;
const relatedPattern =
  /related|recommend|also like|more (?:from|in|on)|popular|trending|latest|recent|you may|up next|similar|read next/i;
const aboutPattern =
  /about (?:the author|us|this site)|contact|follow|newsletter|subscribe|share|tags?$|categories|navigation|menu|search/i;

/** Keyed by the feature they come after, because the training data identifies features by position. */
const extraFeatures: Readonly<Record<string, readonly Feature[]>> = {
  depth: [['words', ({ block }) => block.words]],
  letters: [
    ['word-length', ({ block }) => block.text.length / Math.max(1, block.words)],
    ['link-share', ({ block }) => linkShare(block)],
    ['bold-share', ({ block }) => boldWords(block) / Math.max(1, block.words)],
    ['link-kind', ({ block }) => linkKind(block)],
    [
      'ending',
      ({ block: { text } }) => (endOfSentence.test(text) ? 2 : endOfClause.test(text) ? 1 : 0),
    ],
    ['sentences', ({ block }) => measureText(block.text).sentences],
    ['commas', ({ block }) => measureText(block.text).commas],
    ['digits', ({ block }) => measureText(block.text).digits / Math.max(1, block.text.length)],
    ['capitals', ({ block }) => measureText(block.text).capitals / Math.max(1, block.text.length)],
    ['starts-small', ({ block }) => flag(/^\p{Ll}/u.test(block.text))],
    ['is-date', ({ block }) => flag(block.text.length < 80 && datePattern.test(block.text))],
    ['is-call', ({ block }) => flag(block.text.length < 120 && callPattern.test(block.text))],
    ['is-copyright', ({ block }) => flag(/©|copyright|all rights reserved/i.test(block.text))],
    ['is-price', ({ block }) => flag(block.text.length < 120 && pricePattern.test(block.text))],
    [
      'is-byline',
      ({ block }) => flag(/^(?:by|von|par|por|di|posted by|written by)\b/i.test(block.text)),
    ],
    ['is-related', ({ block }) => flag(block.text.length < 80 && relatedPattern.test(block.text))],
    ['is-talk', ({ block }) => flag(block.text.length < 80 && discussionPattern.test(block.text))],
    ['is-about', ({ block }) => flag(block.text.length < 80 && aboutPattern.test(block.text))],
    ['is-question', ({ block }) => flag(block.text.endsWith('?'))],
    ['is-opening', ({ block }) => flag(block.text.endsWith(':'))],
  ],
  'is-collapsed': [
    ['repeats', ({ page, block }) => repeatCounts(page).get(block.text) ?? 1],
    ['title-overlap', ({ page, block }) => titleOverlap(block, documentOf(page).title)],
    ['in-stated-body', ({ page, block }) => structuredFlag(block, page.structured.text)],
    ['in-stated-summary', ({ page, block }) => structuredFlag(block, summaryOf(page))],
    ['in-description', ({ page, block }) => structuredFlag(block, descriptionOf(page))],
    ['position', ({ page, at }) => at / page.blocks.length],
  ],
  'word-position': [
    [
      'words-to-end',
      ({ page, block, at }) => page.body.words - (page.before.words[at] ?? 0) - block.words,
    ],
  ],
  'long-before': [['long-after', ({ page, at }) => proseAfter(page, at)]],
  'from-main-heading': [
    ['headings-before', ({ page, at }) => mainHeadingsBefore(page)[at] ?? 0],
    ['article-index', ({ page, block }) => articleIndexOf(page, block)],
    ['section-index', ({ block }) => Math.min(60, block.section.index)],
    ['sections-beside', ({ block }) => Math.min(200, block.section.parent?.sections ?? 0)],
    [
      'section-last',
      ({ block }) => Math.min(60, (block.section.parent?.sections ?? 0) - block.section.index),
    ],
  ],
  'heading-words': [
    ['heading-tag', ({ heading }) => (heading === null ? absent : tagNumber(heading))],
    ['heading-link', ({ heading }) => (heading === null ? absent : linkShare(heading))],
  ],
  'heading-share': [
    [
      'heading-related',
      ({ heading }) => flag(heading !== null && relatedPattern.test(heading.text)),
    ],
  ],
  'heading-talk': [['to-heading', ({ at, part }) => Math.min(99, part.to - at)]],
  'part-long': [
    ['heading-about', ({ heading }) => flag(heading !== null && aboutPattern.test(heading.text))],
    ['share', ({ page, at }) => articleShareAt(page, at), 'article'],
    ['share-before', ({ page, at }) => articleShareAt(page, at - 1), 'article'],
    ['share-after', ({ page, at }) => articleShareAt(page, at + 1), 'article'],
    ['share-two-before', ({ page, at }) => articleShareAt(page, at - 2), 'article'],
    ['share-two-after', ({ page, at }) => articleShareAt(page, at + 2), 'article'],
  ],
  'with-before': [
    [
      'with-after',
      ({ page, block, at }) => flag(page.blocks[at + 1]?.section.parent === block.section.parent),
    ],
  ],
  'window-link': [
    [
      'window-share',
      (place) => windowSum(place, 'articleWords') / Math.max(1, windowSum(place, 'words')),
      'article',
    ],
  ],
  'shape-mean': [
    [
      'shape-link',
      ({ page, at }) =>
        shapeLinkWords(page, page.shapes[at]) / Math.max(1, page.shapes[at]?.words ?? 0),
    ],
  ],
};

/** All features of a block, in the order of the training data. */
export const allFeatures: readonly Feature[] = modelFeatures.flatMap((feature) => [
  feature,
  ...(extraFeatures[feature[0]] ?? []),
]);

/** Returns the names of all features, those of the page first. */
export function featureNamesOf(page: PageContext): readonly string[] {
  return [...pageFeatures(page).map(([name]) => name), ...allFeatures.map(([name]) => name)];
}

/** Like `featureRows`, with all features. */
export async function allFeatureRows(
  page: PageContext,
  names: readonly string[],
  yieldIfDue: YieldIfDue,
): Promise<readonly (readonly number[])[]> {
  const { rows } = await featureRows(page, { names, features: allFeatures, yieldIfDue });
  return rows;
}

const repeats = new WeakMap<PageContext, ReadonlyMap<string, number>>();

/** Counts how many times each text appears on the page. */
function repeatCounts(page: PageContext): ReadonlyMap<string, number> {
  const known = repeats.get(page);
  if (known !== undefined) return known;
  const counted = new Map<string, number>();
  for (const { text } of page.blocks) counted.set(text, (counted.get(text) ?? 0) + 1);
  repeats.set(page, counted);
  return counted;
}

function proseAfter({ before, blocks }: PageContext, at: number): number {
  return (before.long[blocks.length] ?? 0) - (before.long[at + 1] ?? 0);
}

/** Returns the number of `h1` before each block, at most 5. More than one are titles of several articles. */
const mainHeadingsBefore = oncePerPage(({ blocks }) => {
  let count = 0;
  return blocks.map(({ section }) => {
    const before = Math.min(5, count);
    if (section.element.localName === 'h1') count++;
    return before;
  });
});

/** Returns which of the page's `article` elements the block is in, counted from 1 and at most 20; 0 if in none. */
function articleIndexOf(page: PageContext, { section }: Block): number {
  return Math.min(20, articlesOf(page).indexOf(section.element.closest('article')) + 1);
}

const articlesOf = oncePerPage<readonly (Element | null)[]>(({ blocks }) => [
  ...new Set(
    blocks
      .map(({ section }) => section.element.closest('article'))
      .filter((article) => article !== null),
  ),
]);

function structuredFlag(block: Block, text: string): number {
  if (text.trim() === '') return absent;
  return flag(isInStructuredText(structuredStartOf(block.text), text));
}

/** Returns the share of a block's words that also appear in the title. */
function titleOverlap({ text }: Block, title: string): number {
  const titleWords = wordSet(title);
  if (text.length > 300 || titleWords.size === 0) return 0;
  const words = wordSet(text);
  let shared = 0;
  for (const word of words) if (titleWords.has(word)) shared++;
  return words.size === 0 ? 0 : shared / words.size;
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(alphanumericRuns(text.toLowerCase()));
}

/** Returns whether a text contains the start of a block. Very short starts would match by chance. */
function isInStructuredText(start: string, text: string): boolean {
  return text !== '' && start.length >= 12 && text.includes(start);
}

function structuredStartOf(text: string): string {
  return normalizeData(text.slice(0, 60)).slice(0, 40).trimEnd();
}

function documentOf({ body }: PageContext): Document {
  return body.element.ownerDocument;
}

/** Returns the descriptions, headlines and names in the structured data. */
const summaryOf = oncePerPage((page) => {
  const fields = /^(?:description|headline|abstract|name|alternativeHeadline)$/;
  return structuredData(documentOf(page), fields).text;
});

const descriptionOf = oncePerPage((page) => {
  const meta = documentOf(page).querySelector(
    'meta[name=description i], meta[property="og:description" i]',
  );
  return normalizeData(meta?.getAttribute('content') ?? '');
});

function oncePerPage<Value>(compute: (page: PageContext) => Value): (page: PageContext) => Value {
  const known = new WeakMap<PageContext, Value>();
  return (page) => {
    const value = known.get(page) ?? compute(page);
    known.set(page, value);
    return value;
  };
}

function shapeLinkWords({ blocks, shapes }: PageContext, shape: Shape | undefined): number {
  return blocks.reduce((sum, { linkWords }, at) => sum + (shapes[at] === shape ? linkWords : 0), 0);
}

/** Counts the words in `b` and `strong` elements within the block's section. */
function boldWords({ texts, section }: Block): number {
  let words = 0;
  for (const text of texts) {
    const bold = text.parentElement?.closest('b, strong') ?? null;
    if (bold !== null && bold !== section.element && section.element.contains(bold))
      words += wordsIn(text.data);
  }
  return words;
}

/** Returns the first link's target: 0 no link, 1 same page, 2 same site, 3 another site, 4 mail or phone, 5 script. */
export function linkKind({ texts, section }: Block): number {
  const host = URL.parse(section.element.ownerDocument.URL)?.host ?? '';
  for (const text of texts) {
    const link = text.parentElement?.closest(`a:not([${blockAttribute}])`);
    const href = link?.getAttribute('href')?.trim();
    if (href === undefined) continue;
    if (href.startsWith('#')) return 1;
    if (/^(?:mailto|tel|sms):/i.test(href)) return 4;
    if (/^javascript:/i.test(href)) return 5;
    const other = /^(?:https?:)?\/\/([^/?#]*)/i.exec(href)?.[1];
    return other === undefined || other === host ? 2 : 3;
  }
  return 0;
}

export type TextMeasure = {
  /** Runs of letters and digits; each Chinese or Japanese character counts as one. */
  words: number;
  digits: number;
  /** Uppercase letters of the Latin, Greek and Cyrillic scripts. */
  capitals: number;
  commas: number;
  /** Periods, question marks and exclamation marks at the end of a word. */
  sentences: number;
};

export function measureText(text: string): TextMeasure {
  const measure: TextMeasure = { words: 0, digits: 0, capitals: 0, commas: 0, sentences: 0 };
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isIdeograph(code)) {
      measure.words++;
      isInWord = false;
    } else if (isWordCode(code)) {
      if (!isInWord) measure.words++;
      isInWord = true;
      if (code >= 48 && code <= 57) measure.digits++;
      else if (isCapital(code)) measure.capitals++;
    } else {
      isInWord = false;
      if (isComma(code)) measure.commas++;
      else if (isStop(code) && !isWithinWord(text, at)) measure.sentences++;
    }
  }
  return measure;
}

/** Returns whether a letter or digit follows, so that a dot here doesn't end a sentence. */
function isWithinWord(text: string, at: number): boolean {
  return at + 1 < text.length && isWordCode(text.charCodeAt(at + 1));
}

function isCapital(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 0xc0 && code <= 0xde) ||
    (code >= 0x391 && code <= 0x3a9) ||
    (code >= 0x400 && code <= 0x42f)
  );
}

function isComma(code: number): boolean {
  return code === 44 || code === 59 || code === 0x3001 || code === 0xff0c;
}

function isStop(code: number): boolean {
  return (
    code === 46 ||
    code === 33 ||
    code === 63 ||
    code === 0x2026 ||
    code === 0x3002 ||
    code === 0xff01 ||
    code === 0xff1f
  );
}
