/** Finds what cannot be left out of a kept text without a hole: parts of its lists and tables, tables and folds in it. */
import { isLong } from './block-surroundings.ts';
import { isDataTable } from './data-table.ts';
import { tellingTags, type Block, type Section } from './page-blocks.ts';

const wholes = new Set(['ul', 'ol', 'dl', 'table', 'blockquote']);

const parts = new Set(['li', 'dt', 'dd', 'td', 'th', 'caption']);

/** A list of whose words more than this are kept is kept whole. */
const mostOfWhole = 0.5;

/** Of a table of data less will do, as three lone words of it say nothing; of a quotation too, which names who said it. */
const fairPart = 0.2;

/** Larger ones, by their share of the page's words, hold the page rather than stand in it. */
export const largestWhole = 0.3;

/** Gives the places of the blocks that are left out of lists, tables and quotations that are mostly kept. */
export function restOfWholes(
  blocks: readonly Block[],
  keeps: readonly boolean[],
  wordsOfPage: number,
): readonly number[] {
  const wholeAround = createWholeFinder();
  for (const [at, { section, words }] of blocks.entries()) {
    const whole = wholeAround(section);
    if (whole === null) continue;
    whole.words += words;
    if (keeps[at] === true) whole.kept += words;
  }
  return blocks.flatMap(({ section }, at) => {
    const whole = keeps[at] === true ? null : wholeAround(section);
    if (whole === null) return [];
    const { words, kept, isTable, isQuote } = whole;
    if (!isTable && !isQuote && !isPart(section)) return [];
    const least = isTable || isQuote ? fairPart : mostOfWhole;
    return kept > least * words && words <= largestWhole * wordsOfPage ? [at] : [];
  });
}

/** What stands in anything else in a list may be a card, which is judged by itself. */
function isPart({ element, parent }: Section): boolean {
  if (parts.has(element.localName)) return true;
  return /^(?:p|pre)$/.test(element.localName) && parts.has(parent?.element.localName ?? '');
}

const tableBit = 1 << tellingTags.indexOf('table');

/** Gives the places of the tables and folds between two kept blocks of one element, one of them prose. */
export function amidProse(blocks: readonly Block[], keeps: readonly boolean[]): readonly number[] {
  const found: number[] = [];
  let last = -1;
  for (const [at, block] of blocks.entries()) {
    if (keeps[at] !== true) continue;
    const before = blocks[last];
    if (before !== undefined && at - last > 1 && isIn(before, block.section.parent)) {
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
  if (linkWords > words / 3 || !gap.every((block) => isIn(block, parent))) return false;
  if (gap.every(({ section }) => (section.tags & tableBit) !== 0)) return true;
  return (
    gap.slice(1).every(({ section }) => section.isCollapsed) &&
    gap.at(-1)?.section.isCollapsed === true
  );
}

/** A list, table or quotation; its words are yet to be added up. */
type Whole = { isTable: boolean; isQuote: boolean; words: number; kept: number };

/** Finds the table of data around a section or, where there is none, the innermost whole. */
function createWholeFinder(): (section: Section) => Whole | null {
  const known = new Map<Section, Whole>();
  return (section) => {
    let innermost: Whole | null = null;
    for (let up: Section | null = section; up !== null; up = up.parent) {
      if (!wholes.has(up.element.localName)) continue;
      const isQuote = up.element.localName === 'blockquote';
      const whole = known.get(up) ?? { isTable: isDataTable(up), isQuote, words: 0, kept: 0 };
      known.set(up, whole);
      if (whole.isTable) return whole;
      innermost ??= whole;
    }
    return innermost;
  };
}

function isIn({ section }: Block, around: Section | null): boolean {
  return around?.element.contains(section.element) === true;
}
