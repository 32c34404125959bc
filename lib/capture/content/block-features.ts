import { inlineTags, semanticTags, type Section, type Block } from './page-blocks.ts';
import { nameGroups } from './section-names.ts';
import { type PageContext, isHeading } from './page-context.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { flag, pageArticleFeatures, pageFeatures } from './page-features.ts';

const levelNumbers = [1, 2, 3, 5];
const maxLevel = Math.max(...levelNumbers);

type BlockPosition = {
  page: PageContext;
  block: Block;
  at: number;
  /** The block's section and its ancestors, up to the highest level in `levelNumbers` or the body. */
  levels: readonly Section[];
  /** The smallest section around the block with at least `boxShare` of the page's words. */
  box: Section;
  heading: Block | null;
  headingAt: number;
  /** The blocks under the same heading; for a heading, the blocks below it. `to` is the next heading. */
  part: { from: number; to: number };
  row: number[];
};

/** Each row starts as a copy of `row`, which holds the features of the page. */
async function blockPositions(
  page: PageContext,
  row: readonly number[],
  yieldIfDue: YieldIfDue,
): Promise<BlockPosition[]> {
  const { blocks } = page;
  const headings = blocks.flatMap((block, at) => (isHeading(block) ? [at] : []));
  const places: BlockPosition[] = [];
  let lastHeading = -1;
  for (const [at, block] of blocks.entries()) {
    if (at % 64 === 0) await yieldIfDue();
    const isHeadingBlock = headings[lastHeading + 1] === at;
    const headingAt = headings[lastHeading] ?? -1;
    const from = (isHeadingBlock ? at : headingAt) + 1;
    const to = headings[lastHeading + (isHeadingBlock ? 2 : 1)] ?? blocks.length;
    const heading = blocks[headingAt] ?? null;
    const sections = sectionsAround(block, page);
    places.push({
      page,
      block,
      at,
      ...sections,
      heading,
      headingAt,
      part: { from, to },
      row: row.slice(),
    });
    if (isHeadingBlock) lastHeading++;
  }
  return places;
}

function sectionsAround(
  { section }: Block,
  { body }: PageContext,
): Pick<BlockPosition, 'levels' | 'box'> {
  const levels: Section[] = [];
  let box: Section | null = null;
  for (let up: Section | null = section; up !== null; up = up.parent) {
    if (levels.length <= maxLevel) levels.push(up);
    if (box === null && up.words >= boxShare * body.words) box = up;
  }
  return { levels, box: box ?? body };
}

const boxShare = 0.15;

/** `needs: 'article'` marks features that depend on the extracted article. */
export type Feature = readonly [
  name: string,
  of: (place: BlockPosition) => number,
  needs?: 'article',
];

export const endOfSentence = /[.!?。！？…]["”’)]?$/;
export const discussionPattern = /comment|repl(?:y|ies)|review|discussion|responses/i;

/** Features the shipped model uses, chosen in training from `tests/extraction/training-features.ts`. */
export const modelFeatures: readonly Feature[] = [
  ['tag', ({ block }) => tagNumber(block)],
  ['depth', ({ block }) => block.section.depth],
  ['letters', ({ block }) => block.text.length],
  ['is-collapsed', ({ block }) => flag(block.section.isCollapsed)],
  ['word-position', ({ page, at }) => (page.before.words[at] ?? 0) / Math.max(1, page.body.words)],
  ['long-before', ({ page, at }) => page.before.long[at] ?? 0],
  ['main-heading', ({ page, at }) => mainHeadingSide(page.mainHeading, at)],
  ['from-main-heading', ({ page, at }) => (page.mainHeading < 0 ? 999 : at - page.mainHeading)],
  ['images-near', ({ block }) => Math.min(60, block.section.parent?.images ?? 0)],
  ['from-heading', ({ at, headingAt }) => (headingAt < 0 ? 99 : Math.min(99, at - headingAt))],
  ['heading-words', ({ heading }) => heading?.words ?? absent],
  ['heading-share', ({ page, headingAt }) => articleShareAt(page, headingAt), 'article'],
  ['heading-talk', ({ heading }) => flag(heading !== null && discussionPattern.test(heading.text))],
  ['part-words', ({ page, part }) => partSum(page, part, 'words')],
  ['part-link', ({ page, part }) => partShare(page, part, 'linkWords')],
  ['part-share', ({ page, part }) => partShare(page, part, 'articleWords'), 'article'],
  ['part-long', ({ page, part }) => partSum(page, part, 'long') / Math.max(1, part.to - part.from)],
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
  ...[-2, -1, 1, 2].flatMap(neighbourFeatures),
  [
    'with-before',
    ({ page, block, at }) => flag(page.blocks[at - 1]?.section.parent === block.section.parent),
  ],
  ['window-words', (place) => windowSum(place, 'words')],
  [
    'window-link',
    (place) => windowSum(place, 'linkWords') / Math.max(1, windowSum(place, 'words')),
  ],
  ['window-long', (place) => windowSum(place, 'long')],
  ...levelNumbers.flatMap((level) =>
    sectionFeatures(`level-${level}`, ({ levels, page }) => levels[level] ?? page.body),
  ),
  ...sectionFeatures('box', ({ box }) => box),
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
  ...semanticTags.map((tag, bit): Feature => [
    `in-${tag}`,
    ({ block }) => (block.section.tags >> bit) & 1,
  ]),
  ...inlineTags.map((tag, bit): Feature => [
    `holds-${tag}`,
    ({ block }) => (block.inlineTags >> bit) & 1,
  ]),
  ...nameGroups.map(([group], bit): Feature => [
    `named-${group}`,
    ({ block }) => nameDistance(block, bit),
  ]),
];

function neighbourFeatures(step: number): Feature[] {
  const other = ({ page, at }: BlockPosition) => page.blocks[at + step];
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

function sectionFeatures(name: string, of: (place: BlockPosition) => Section): Feature[] {
  return [
    [`${name}-words`, (place) => of(place).words / Math.max(1, place.page.body.words)],
    [`${name}-link`, (place) => of(place).linkWords / Math.max(1, of(place).words)],
    [`${name}-blocks`, (place) => of(place).blocks],
    [`${name}-mean`, (place) => of(place).words / Math.max(1, of(place).blocks)],
    [`${name}-share`, (place) => of(place).articleWords / Math.max(1, of(place).words), 'article'],
  ];
}

export const absent = -1;

const tagNumbers: ReadonlyMap<string, number> = new Map(
  (
    'p,h1,h2,h3,h4 h5 h6,li,td,th,div,blockquote,pre,figcaption,dt,dd,section,article,summary,' +
    'form fieldset legend,header,footer,main,aside,nav,address'
  )
    .split(',')
    .flatMap((tags, at) => tags.split(' ').map((tag) => [tag, at + 1] as const)),
);

export function windowSum({ page, at }: BlockPosition, what: keyof PageContext['before']): number {
  const sums = page.before[what];
  const from = Math.max(0, at - 5);
  const to = Math.min(page.blocks.length, at + 6);
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

function partSum(
  { before }: PageContext,
  { from, to }: BlockPosition['part'],
  what: keyof PageContext['before'],
): number {
  return (before[what][to] ?? 0) - (before[what][from] ?? 0);
}

function partShare(
  page: PageContext,
  part: BlockPosition['part'],
  what: 'linkWords' | 'articleWords',
): number {
  return partSum(page, part, what) / Math.max(1, partSum(page, part, 'words'));
}

export function articleShareAt({ shares }: PageContext, at: number): number {
  return shares?.[at] ?? absent;
}

/** Returns 0 if the page has no main heading, 1 before it, 2 after it, 3 inside it. */
function mainHeadingSide(mainHeading: number, at: number): number {
  if (mainHeading < 0) return 0;
  return at === mainHeading ? 3 : at > mainHeading ? 2 : 1;
}

/** Returns how many levels up the nearest section with a name in this group is, from 1; 0 if there is none. */
function nameDistance({ section, inlineNames }: Block, bit: number): number {
  if ((inlineNames & (1 << bit)) !== 0) return 1;
  const depth = section.named[bit] ?? 0;
  return depth === 0 ? 0 : section.depth - depth + 1;
}

export function linkShare({ linkWords, words }: Block): number {
  return linkWords / Math.max(1, words);
}

export function tagNumber({ section }: Block): number {
  return tagNumbers.get(section.element.localName) ?? 0;
}

function orAbsent(block: Block | undefined, of: (block: Block) => number): number {
  return block === undefined ? absent : of(block);
}

type FeatureRowsOptions = {
  names: readonly string[];
  features?: readonly Feature[];
  yieldIfDue: YieldIfDue;
};

/** Computes a row of features for each block. Throws if a name is unknown. */
export async function featureRows(
  page: PageContext,
  { names, features = modelFeatures, yieldIfDue }: FeatureRowsOptions,
) {
  const pageValues = new Map(pageFeatures(page));
  const unknown = new Set(names);
  for (const name of pageValues.keys()) unknown.delete(name);
  const measures = features.flatMap(([name, of, needs]) =>
    unknown.delete(name) ? [{ at: names.indexOf(name), of, isOfArticle: needs === 'article' }] : [],
  );
  for (const name of unknown) throw new RangeError(`No feature is named ${name}`);
  const row = names.map((name) => pageValues.get(name) ?? 0);
  const places = await blockPositions(page, row, yieldIfDue);
  await computeFeatures(places, measures, yieldIfDue);
  return {
    rows: places.map(({ row: own }) => own),
    refreshArticleFeatures: async () => {
      for (const [name, value] of pageArticleFeatures(page)) {
        const at = names.indexOf(name);
        if (at >= 0) for (const { row: own } of places) own[at] = value;
      }
      const stale = measures.filter(({ isOfArticle }) => isOfArticle);
      await computeFeatures(places, stale, yieldIfDue);
    },
  };
}

/** Computes one feature for all blocks before the next, so that the engine calls one function repeatedly. */
async function computeFeatures(
  places: readonly BlockPosition[],
  measures: readonly { at: number; of: Feature[1] }[],
  yieldIfDue: YieldIfDue,
): Promise<void> {
  for (const { at, of } of measures) {
    await yieldIfDue();
    for (const place of places) place.row[at] = of(place);
  }
}
