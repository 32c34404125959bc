/** A block in its place on a page, as its features are measured from there. */
import type { Pace } from '../../pace.ts';
import { isHeading, type Page } from './block-surroundings.ts';
import type { Block, Section } from './page-blocks.ts';

/** How many sections up the features look. */
export const levelNumbers = [1, 2, 3, 5];

const farthestLevel = Math.max(...levelNumbers);

/** A block in its place. */
export type Place = {
  page: Page;
  block: Block;
  at: number;
  /** Its section, the one around that, and so on, as far as `levelNumbers` asks, or to the body. */
  levels: readonly Section[];
  /** The smallest section that holds a fair part of the page. */
  box: Section;
  /** The heading before it, and where that stands; the same for all blocks up to the next. */
  heading: Block | null;
  headingAt: number;
  /** The blocks under one heading: those under itself where it is one. `to` is where the next heading stands. */
  part: { from: number; to: number };
  /** Its features: see `blockRows`. */
  row: number[];
};

/** Gives the places of all blocks. The row of each begins as a copy of `row`, which holds what is true of the page. */
export async function placesOf(page: Page, row: readonly number[], pace: Pace): Promise<Place[]> {
  const { blocks } = page;
  const headings = blocks.flatMap((block, at) => (isHeading(block) ? [at] : []));
  const places: Place[] = [];
  let passed = -1;
  for (const [at, block] of blocks.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- the turns of the page
    if (at % 64 === 0) await pace();
    const isOne = headings[passed + 1] === at;
    const headingAt = headings[passed] ?? -1;
    const from = (isOne ? at : headingAt) + 1;
    const to = headings[passed + (isOne ? 2 : 1)] ?? blocks.length;
    const heading = blocks[headingAt] ?? null;
    const around = aroundOf(block, page);
    places.push({
      page,
      block,
      at,
      ...around,
      heading,
      headingAt,
      part: { from, to },
      row: row.slice(),
    });
    if (isOne) passed++;
  }
  return places;
}

function aroundOf({ section }: Block, { body }: Page): Pick<Place, 'levels' | 'box'> {
  const levels: Section[] = [];
  let box: Section | null = null;
  for (let up: Section | null = section; up !== null; up = up.parent) {
    if (levels.length <= farthestLevel) levels.push(up);
    if (box === null && up.words >= fairPart * body.words) box = up;
  }
  return { levels, box: box ?? body };
}

const fairPart = 0.15;
