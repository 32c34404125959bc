/** Describes the blocks of a page in numbers, for the model that keeps or leaves out each of them. */
import type { Pace } from '../../pace.ts';
import type { Page } from './block-surroundings.ts';
import { lineTags, tellingTags, type Block, type Section } from './page-blocks.ts';
import { pageFeatures } from './page-features.ts';
import { nameGroups } from './section-names.ts';

/** What stands in for a neighbour, a heading or a choice of the extractor that is not there. */
export const absent = -1;

/** A block in its place. */
export type Place = {
  page: Page;
  block: Block;
  at: number;
  /** Its section, the one around that, and so on; the body ends the row. */
  levels: readonly Section[];
  /** The smallest section that holds a fair part of the page. */
  box: Section;
  /** The heading before it, and where that stands; the same for all blocks up to the next. */
  heading: Block | null;
  headingAt: number;
  /** The blocks under one heading: those under itself where it is one. `to` is where the next heading stands. */
  part: { from: number; to: number };
};

export type Feature = readonly [name: string, of: (place: Place) => number];

const tagNumbers: Readonly<Record<string, number>> = {
  p: 1,
  h1: 2,
  h2: 3,
  h3: 4,
  h4: 5,
  h5: 5,
  h6: 5,
  li: 6,
  td: 7,
  th: 8,
  div: 9,
  blockquote: 10,
  pre: 11,
  figcaption: 12,
  dt: 13,
  dd: 14,
  section: 15,
  article: 16,
  summary: 17,
  form: 18,
  fieldset: 18,
  legend: 18,
  header: 19,
  footer: 20,
  main: 21,
  aside: 22,
  nav: 23,
  address: 24,
};

export const endOfSentence = /[.!?。！？…]["”’)]?$/;
export const talkPattern = /comment|repl(?:y|ies)|review|discussion|responses/i;
const levelNumbers = [1, 2, 3, 5];

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
  ['heading-share', ({ page, headingAt }) => shareAt(page, headingAt)],
  ['heading-talk', ({ heading }) => flag(heading !== null && talkPattern.test(heading.text))],
  ['part-words', ({ page, part }) => within(page, part, 'words')],
  ['part-link', ({ page, part }) => linkedIn(page, part)],
  ['part-share', ({ page, part }) => takenIn(page, part)],
  ['part-long', ({ page, part }) => within(page, part, 'long') / Math.max(1, part.to - part.from)],
  // What the extractor took.
  [
    'taken-before',
    ({ page, at }) =>
      page.shares === null
        ? absent
        : (page.before.articleWords[at] ?? 0) / Math.max(1, page.body.articleWords),
  ],
  ['to-article', ({ page, at }) => (page.shares === null ? absent : (page.toArticle[at] ?? 99))],
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

/** Gives each block's features, as many and in the order as `names` asks for. Throws for a name that is unknown. */
export function blockRows(
  page: Page,
  names: readonly string[],
  pace: Pace,
): Promise<Float64Array[]> {
  return rowsOf(page, { names, features: askedFeatures, pace });
}

/** Gives each block's features, of those that are given. */
export async function rowsOf(
  page: Page,
  { names, features, pace }: { names: readonly string[]; features: readonly Feature[]; pace: Pace },
): Promise<Float64Array[]> {
  const ofPage = new Map(pageFeatures(page));
  const ofBlock = new Map(features);
  const row = new Float64Array(names.length);
  const measures: (readonly [at: number, of: Feature[1]])[] = [];
  for (const [at, name] of names.entries()) {
    const value = ofPage.get(name);
    const feature = ofBlock.get(name);
    if (value !== undefined) row[at] = value;
    else if (feature !== undefined) measures.push([at, feature]);
    else throw new RangeError(`No feature is named ${name}`);
  }
  const rows: Float64Array[] = [];
  const headings = page.blocks.flatMap((block, at) => (isHeading(block) ? [at] : []));
  let passed = -1;
  for (const at of page.blocks.keys()) {
    if (at % 64 === 0) await pace();
    const isOne = headings[passed + 1] === at;
    const from = (isOne ? at : (headings[passed] ?? -1)) + 1;
    const to = headings[passed + (isOne ? 2 : 1)] ?? page.blocks.length;
    const place = placeOf(page, at, { headingAt: headings[passed] ?? -1, part: { from, to } });
    if (place === null) break;
    const own = row.slice();
    for (const [index, of] of measures) own[index] = of(place);
    rows.push(own);
    if (isOne) passed++;
  }
  return rows;
}

function placeOf(
  page: Page,
  at: number,
  { headingAt, part }: Pick<Place, 'headingAt' | 'part'>,
): Place | null {
  const block = page.blocks[at];
  if (block === undefined) return null;
  const levels: Section[] = [];
  let box: Section | null = null;
  for (let up: Section | null = block.section; up !== null; up = up.parent) {
    levels.push(up);
    if (box === null && up.words >= fairPart * page.body.words) box = up;
  }
  const heading = page.blocks[headingAt] ?? null;
  return {
    page,
    block,
    at,
    levels,
    box: box ?? page.body,
    heading,
    headingAt,
    part,
  };
}

const fairPart = 0.15;

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
    [`${name}-share`, (place) => of(place).articleWords / Math.max(1, of(place).words)],
  ];
}

export function inWindow({ page, at }: Place, what: keyof Page['before']): number {
  const sums = page.before[what];
  const from = Math.max(0, at - 5);
  const to = Math.min(page.blocks.length, at + 6);
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

function within({ before }: Page, { from, to }: Place['part'], what: keyof Page['before']): number {
  return (before[what][to] ?? 0) - (before[what][from] ?? 0);
}

function linkedIn(page: Page, part: Place['part']): number {
  return within(page, part, 'linkWords') / Math.max(1, within(page, part, 'words'));
}

function takenIn(page: Page, part: Place['part']): number {
  return within(page, part, 'articleWords') / Math.max(1, within(page, part, 'words'));
}

export function shareAt({ shares }: Page, at: number): number {
  return shares?.[at] ?? absent;
}

/** 0 where the page has no main heading, 1 before it, 2 after it, 3 in it. */
function sideOf(mainHeading: number, at: number): number {
  if (mainHeading < 0) return 0;
  return at === mainHeading ? 3 : at > mainHeading ? 2 : 1;
}

/** How many sections up it is named so, from 1; 0 where it is not. */
function namedAt({ section, lineNames }: Block, bit: number): number {
  if ((lineNames & (1 << bit)) !== 0) return 1;
  const depth = section.named[bit] ?? 0;
  return depth === 0 ? 0 : section.depth - depth + 1;
}

export function linkShare({ linkWords, words }: Block): number {
  return linkWords / Math.max(1, words);
}

export function tagNumber({ section }: Block): number {
  return tagNumbers[section.element.localName] ?? 0;
}

function isHeading({ section }: Block): boolean {
  return /^h[1-6]$/.test(section.element.localName);
}

function orAbsent(block: Block | undefined, measure: (block: Block) => number): number {
  return block === undefined ? absent : measure(block);
}

export function flag(is: boolean): number {
  return is ? 1 : 0;
}
