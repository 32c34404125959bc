/** A block in its place on a page, as its features are measured from there. */
import type { Page } from './block-surroundings.ts';
import type { Block, Section } from './page-blocks.ts';

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

/** Gives the place of a block; null where there is none at that number. */
export function placeOf(
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
