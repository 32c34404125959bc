/** Describes the blocks of a page in numbers, for the model that keeps or leaves out each of them. */
import {
  absent,
  flag,
  inWindow,
  linkedIn,
  linkShare,
  namedAt,
  orAbsent,
  shareAt,
  sideOf,
  tagNumber,
  takenIn,
  within,
} from './block-measures.ts';
import { levelNumbers, type Place } from './block-place.ts';
import { lineTags, tellingTags, type Section } from './page-blocks.ts';
import { nameGroups } from './section-names.ts';

/** A feature, and whether the article that was found changes it. */
export type Feature = readonly [name: string, of: (place: Place) => number, needs?: 'article'];

export const endOfSentence = /[.!?。！？…]["”’)]?$/;
export const talkPattern = /comment|repl(?:y|ies)|review|discussion|responses/i;

/** What the shipped model asks for; what else the training can choose from is in `more-features.ts`. */
export const askedFeatures: readonly Feature[] = [
  // The block itself.
  ['tag', ({ block }) => tagNumber(block)],
  ['depth', ({ block }) => block.section.depth],
  ['letters', ({ block }) => block.text.length],
  // Where it stands.
  ['word-position', ({ page, at }) => (page.before.words[at] ?? 0) / Math.max(1, page.body.words)],
  ['long-before', ({ page, at }) => page.before.long[at] ?? 0],
  ['main-heading', ({ page, at }) => sideOf(page.mainHeading, at)],
  ['from-main-heading', ({ page, at }) => (page.mainHeading < 0 ? 999 : at - page.mainHeading)],
  ['images-near', ({ block }) => Math.min(60, block.section.parent?.images ?? 0)],
  // The heading it stands under.
  ['from-heading', ({ at, headingAt }) => (headingAt < 0 ? 99 : Math.min(99, at - headingAt))],
  ['heading-words', ({ heading }) => heading?.words ?? absent],
  ['heading-share', ({ page, headingAt }) => shareAt(page, headingAt), 'article'],
  ['heading-talk', ({ heading }) => flag(heading !== null && talkPattern.test(heading.text))],
  ['part-words', ({ page, part }) => within(page, part, 'words')],
  ['part-link', ({ page, part }) => linkedIn(page, part)],
  ['part-share', ({ page, part }) => takenIn(page, part), 'article'],
  ['part-long', ({ page, part }) => within(page, part, 'long') / Math.max(1, part.to - part.from)],
  // What the extractor took.
  [
    'taken-before',
    ({ page, at }) =>
      page.shares === null
        ? absent
        : (page.before.articleWords[at] ?? 0) / Math.max(1, page.body.articleWords),
    'article',
  ],
  [
    'to-article',
    ({ page, at }) => (page.shares === null ? absent : (page.toArticle[at] ?? 99)),
    'article',
  ],
  // Its neighbours.
  ...[-2, -1, 1, 2].flatMap(neighbourFeatures),
  [
    'with-before',
    ({ page, block, at }) => flag(page.blocks[at - 1]?.section.parent === block.section.parent),
  ],
  ['window-words', (place) => inWindow(place, 'words')],
  ['window-link', (place) => inWindow(place, 'linkWords') / Math.max(1, inWindow(place, 'words'))],
  ['window-long', (place) => inWindow(place, 'long')],
  // The sections around it.
  ...levelNumbers.flatMap(levelFeatures),
  ...sectionFeatures('box', ({ box }) => box),
  // Blocks of the same build.
  ['shape-blocks', ({ page, at }) => page.shapes[at]?.blocks ?? 1],
  ['shape-words', ({ page, at }) => (page.shapes[at]?.words ?? 0) / Math.max(1, page.body.words)],
  ['shape-mean', ({ page, at }) => (page.shapes[at]?.words ?? 0) / (page.shapes[at]?.blocks ?? 1)],
  [
    'shape-share',
    ({ page, at }) =>
      (page.shapes[at]?.articleWords ?? 0) / Math.max(1, page.shapes[at]?.words ?? 0),
    'article',
  ],
  ['shape-long', ({ page, at }) => (page.shapes[at]?.long ?? 0) / (page.shapes[at]?.blocks ?? 1)],
  ['shape-largest', ({ page, at }) => flag(page.shapes[at] === page.largestShape)],
  // What tags and names say.
  ...tellingTags.map((tag, bit): Feature => [
    `in-${tag}`,
    ({ block }) => (block.section.tags >> bit) & 1,
  ]),
  ...lineTags.map((tag, bit): Feature => [
    `holds-${tag}`,
    ({ block }) => (block.lineTags >> bit) & 1,
  ]),
  ...nameGroups.map(([group], bit): Feature => [
    `named-${group}`,
    ({ block }) => namedAt(block, bit),
  ]),
];

function neighbourFeatures(step: number): Feature[] {
  const other = ({ page, at }: Place) => page.blocks[at + step];
  const side = `${Math.abs(step) === 2 ? 'two-' : ''}${step < 0 ? 'before' : 'after'}`;
  return [
    [`words-${side}`, (place) => other(place)?.words ?? absent],
    [`link-${side}`, (place) => orAbsent(other(place), linkShare)],
    [`tag-${side}`, (place) => orAbsent(other(place), tagNumber)],
    [
      `ending-${side}`,
      (place) => orAbsent(other(place), ({ text }) => flag(endOfSentence.test(text))),
    ],
  ];
}

function levelFeatures(level: number): Feature[] {
  return sectionFeatures(`level-${level}`, ({ levels, page }) => levels[level] ?? page.body);
}

function sectionFeatures(name: string, of: (place: Place) => Section): Feature[] {
  return [
    [`${name}-words`, (place) => of(place).words / Math.max(1, place.page.body.words)],
    [`${name}-link`, (place) => of(place).linkWords / Math.max(1, of(place).words)],
    [`${name}-blocks`, (place) => of(place).blocks],
    [`${name}-mean`, (place) => of(place).words / Math.max(1, of(place).blocks)],
    [`${name}-share`, (place) => of(place).articleWords / Math.max(1, of(place).words), 'article'],
  ];
}
