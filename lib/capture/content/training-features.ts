/** Further features the training can choose from. Not shipped unless the model uses them. */
import type { YieldIfDue } from '../cooperative-yield.ts';
import {
  wordSet,
  type PageContext,
  isInStructuredText,
  structuredStartOf,
} from './page-context.ts';
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
} from './block-features.ts';
import type { Block } from './page-blocks.ts';
import { datePattern, flag, pageFeatures, pricePattern } from './page-features.ts';

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
    ['bold-share', ({ block }) => block.boldWords / Math.max(1, block.words)],
    ['link-kind', ({ block }) => block.link],
    [
      'ending',
      ({ block: { text } }) => (endOfSentence.test(text) ? 2 : endOfClause.test(text) ? 1 : 0),
    ],
    ['sentences', ({ block }) => block.sentences],
    ['commas', ({ block }) => block.commas],
    ['digits', ({ block }) => block.digits / Math.max(1, block.text.length)],
    ['capitals', ({ block }) => block.capitals / Math.max(1, block.text.length)],
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
    ['is-collapsed', ({ block }) => flag(block.section.isCollapsed)],
    ['repeats', ({ page, block }) => repeatCounts(page).get(block.text) ?? 1],
    ['title-overlap', ({ page, block }) => titleOverlap(block, page.title)],
    ['in-stated-body', ({ page, block }) => structuredFlag(block, page.structured.body)],
    ['in-stated-summary', ({ page, block }) => structuredFlag(block, page.structured.summary())],
    ['in-description', ({ page, block }) => structuredFlag(block, page.structured.description())],
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
        (page.shapes[at]?.linkWords ?? 0) / Math.max(1, page.shapes[at]?.words ?? 0),
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

/** Like `modelRows`, with all features. */
export async function allFeatureRows(
  page: PageContext,
  names: readonly string[],
  yieldIfDue: YieldIfDue,
): Promise<readonly (readonly number[])[]> {
  const { rows } = await featureRows(page, { names, features: allFeatures, yieldIfDue });
  return rows;
}

const repeats = new WeakMap<PageContext, ReadonlyMap<string, number>>();

/** Counts how often each text appears on the page. */
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

function structuredFlag(block: Block, text: string): number {
  if (text.trim() === '') return absent;
  return flag(isInStructuredText(structuredStartOf(block.text), text));
}

/** Share of a block's words that also appear in the title. */
function titleOverlap({ text }: Block, title: ReadonlySet<string>): number {
  if (text.length > 300 || title.size === 0) return 0;
  const words = wordSet(text);
  let shared = 0;
  for (const word of words) if (title.has(word)) shared++;
  return words.size === 0 ? 0 : shared / words.size;
}
