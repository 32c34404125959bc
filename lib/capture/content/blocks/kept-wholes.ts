/** Finds what cannot be left out of a kept text without a hole: parts of its lists and tables, tables and folds in it. */
import { isLong } from './block-surroundings.ts';
import { tellingTags, type Block, type Section } from './page-blocks.ts';

const wholes = new Set(['ul', 'ol', 'dl', 'table']);

/** What stands in anything else within them may be a card, which is judged by itself. */
const parts = new Set(['li', 'dt', 'dd', 'td', 'th', 'caption']);

/** A list or table of whose words more than this are kept is kept whole. */
const mostOfWhole = 0.5;

/** Larger ones hold the page rather than stand in it. */
const largestWhole = 0.3;

/** Gives the places of the blocks that are left out of lists and tables that are mostly kept. */
export function restOfWholes(
  blocks: readonly Block[],
  keeps: readonly boolean[],
): readonly number[] {
  const sums = new Map<Section, { words: number; kept: number }>();
  let all = 0;
  for (const [at, { section, words }] of blocks.entries()) {
    all += words;
    const whole = wholeAround(section);
    if (whole === null) continue;
    const sum = sums.get(whole) ?? { words: 0, kept: 0 };
    sums.set(whole, sum);
    sum.words += words;
    if (keeps[at] === true) sum.kept += words;
  }
  return blocks.flatMap(({ section }, at) => {
    const isPart = parts.has(section.element.localName);
    const whole = keeps[at] === true || !isPart ? null : wholeAround(section);
    const sum = whole === null ? undefined : sums.get(whole);
    if (sum === undefined) return [];
    const { words, kept } = sum;
    return kept > mostOfWhole * words && words <= largestWhole * all ? [at] : [];
  });
}

const tableBit = 1 << tellingTags.indexOf('table');

/** Gives the places of the tables and folds between two kept blocks of one element, one of them prose. */
export function amidProse(blocks: readonly Block[], keeps: readonly boolean[]): readonly number[] {
  const found: number[] = [];
  let last = -1;
  for (const [at, block] of blocks.entries()) {
    if (keeps[at] !== true) continue;
    const before = blocks[last];
    if (before !== undefined && at - last > 1 && isIn(before.section, block.section.parent)) {
      const gap = blocks.slice(last + 1, at);
      const isProse = isLong(before) || isLong(block);
      if (isProse && isTableOrFold(gap, block.section.parent)) {
        found.push(...gap.keys().map((step) => last + 1 + step));
      }
    }
    last = at;
  }
  return found;
}

/** All in a table, or all but a label folded away; no list of links. */
function isTableOrFold(gap: readonly Block[], parent: Section | null): boolean {
  let words = 0;
  let linkWords = 0;
  for (const block of gap) {
    words += block.words;
    linkWords += block.linkWords;
  }
  if (linkWords > words / 3 || !gap.every(({ section }) => isIn(section, parent))) return false;
  if (gap.every(({ section }) => (section.tags & tableBit) !== 0)) return true;
  return (
    gap.slice(1).every(({ section }) => section.isCollapsed) &&
    gap.at(-1)?.section.isCollapsed === true
  );
}

function wholeAround(section: Section): Section | null {
  for (let up: Section | null = section; up !== null; up = up.parent) {
    if (wholes.has(up.element.localName)) return up;
  }
  return null;
}

function isIn(section: Section, around: Section | null): boolean {
  for (let up: Section | null = section; up !== null; up = up.parent)
    if (up === around) return true;
  return false;
}
