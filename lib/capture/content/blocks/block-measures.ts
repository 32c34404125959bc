/** Single measures of a block and of what stands around it. */
import type { Place } from './block-place.ts';
import type { Page } from './block-surroundings.ts';
import type { Block } from './page-blocks.ts';

/** What stands in for a neighbour, a heading or a choice of the extractor that is not there. */
export const absent = -1;

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

export function inWindow({ page, at }: Place, what: keyof Page['before']): number {
  const sums = page.before[what];
  const from = Math.max(0, at - 5);
  const to = Math.min(page.blocks.length, at + 6);
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

export function within(
  { before }: Page,
  { from, to }: Place['part'],
  what: keyof Page['before'],
): number {
  return (before[what][to] ?? 0) - (before[what][from] ?? 0);
}

export function linkedIn(page: Page, part: Place['part']): number {
  return within(page, part, 'linkWords') / Math.max(1, within(page, part, 'words'));
}

export function takenIn(page: Page, part: Place['part']): number {
  return within(page, part, 'articleWords') / Math.max(1, within(page, part, 'words'));
}

export function shareAt({ shares }: Page, at: number): number {
  return shares?.[at] ?? absent;
}

/** 0 where the page has no main heading, 1 before it, 2 after it, 3 in it. */
export function sideOf(mainHeading: number, at: number): number {
  if (mainHeading < 0) return 0;
  return at === mainHeading ? 3 : at > mainHeading ? 2 : 1;
}

/** How many sections up it is named so, from 1; 0 where it is not. */
export function namedAt({ section, lineNames }: Block, bit: number): number {
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

export function orAbsent(block: Block | undefined, measure: (block: Block) => number): number {
  return block === undefined ? absent : measure(block);
}

export function flag(is: boolean): number {
  return is ? 1 : 0;
}
