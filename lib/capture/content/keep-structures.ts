/** Finds blocks to add so that lists, tables, quotes and code have no gaps. */
import { isProse } from './page-context.ts';
import { semanticTags, type Block, type Section } from './page-blocks.ts';
import { headingTags } from '../elements.ts';
import { nameGroups } from './section-names.ts';

const structureTags = new Set(['ul', 'ol', 'dl', 'table', 'blockquote']);
const partTags = new Set(['li', 'dt', 'dd', 'td', 'th', 'caption']);
/** Share of words that must be kept for a list to be completed. */
const minKeptShare = 0.5;
/** Lower for data tables and quotes, whose parts mean little on their own. */
const minKeptDataShare = 0.2;
/** Larger structures contain the page rather than being part of it. */
const maxStructureShare = 0.3;

export function completeStructures(
  blocks: readonly Block[],
  isKept: readonly boolean[],
  pageWords: number,
): readonly number[] {
  const structureOf = createStructureFinder();
  for (const [at, { section, words }] of blocks.entries()) {
    const structure = structureOf(section);
    if (structure === null) continue;
    structure.words += words;
    if (isKept[at] === true) structure.kept += words;
  }
  return blocks.flatMap(({ section }, at) => {
    const structure = isKept[at] === true ? null : structureOf(section);
    if (structure === null) return [];
    const { words, kept, isTable, isQuote } = structure;
    if (!isTable && !isQuote && !isPart(section)) return [];
    const least = isTable || isQuote ? minKeptDataShare : minKeptShare;
    return kept > least * words && words <= maxStructureShare * pageWords ? [at] : [];
  });
}

/** Other elements in a list might be cards, which are classified individually. */
function isPart({ element, parent }: Section): boolean {
  if (partTags.has(element.localName)) return true;
  return /^(?:p|pre)$/.test(element.localName) && partTags.has(parent?.element.localName ?? '');
}

const tableBit = 1 << semanticTags.indexOf('table');
const preBit = 1 << semanticTags.indexOf('pre');

/** Finds tables, code and collapsed sections between two kept blocks, at least one of them prose. */
export function structuresBetweenProse(
  blocks: readonly Block[],
  isKept: readonly boolean[],
): readonly number[] {
  const found: number[] = [];
  let last = -1;
  for (const [at, block] of blocks.entries()) {
    if (isKept[at] !== true) continue;
    const before = blocks[last];
    if (before !== undefined && at - last > 1 && isIn(before, block.section.parent)) {
      const gap = blocks.slice(last + 1, at);
      const hasProse = isProse(before) || isProse(block);
      if (hasProse && isDataOrDisclosure(gap, block.section.parent)) {
        for (const step of gap.keys()) found.push(last + 1 + step);
      }
    }
    last = at;
  }
  return found;
}

function isDataOrDisclosure(gap: readonly Block[], parent: Section | null): boolean {
  const words = gap.reduce((sum, block) => sum + block.words, 0);
  const linkWords = gap.reduce((sum, block) => sum + block.linkWords, 0);
  if (linkWords > words / 3 || !gap.every((block) => isIn(block, parent))) return false;
  if (gap.every(({ section }) => (section.tags & (tableBit | preBit)) !== 0)) return true;
  return (
    gap.slice(1).every(({ section }) => section.isCollapsed) &&
    gap.at(-1)?.section.isCollapsed === true
  );
}

type Structure = { isTable: boolean; isQuote: boolean; words: number; kept: number };

/** Returns a function that finds the data table around a section, or else the innermost list, table or quote. */
function createStructureFinder(): (section: Section) => Structure | null {
  const known = new Map<Section, Structure | null>();
  return (section) => {
    const path: Section[] = [];
    let up: Section | null = section;
    for (; up !== null && !known.has(up); up = up.parent) path.push(up);
    let found = up === null ? null : (known.get(up) ?? null);
    for (const each of path.toReversed()) {
      const { localName } = each.element;
      if (found?.isTable !== true && structureTags.has(localName)) {
        const isQuote = localName === 'blockquote';
        found = { isTable: isDataTable(each), isQuote, words: 0, kept: 0 };
      }
      known.set(each, found);
    }
    return found;
  };
}

function isIn({ section }: Block, around: Section | null): boolean {
  return around?.element.contains(section.element) === true;
}

export function isAround(outer: Section, section: Section): boolean {
  let up: Section | null = section;
  while (up !== null && up.depth > outer.depth) up = up.parent;
  return up === outer;
}

const announcedTags = new Set(['ul', 'ol', 'dl', 'table', 'pre']);

export function introducedStructures(
  blocks: readonly Block[],
  isKept: readonly boolean[],
  pageWords: number,
): readonly number[] {
  const introduced = [...isKept];
  for (const [at, { section }] of blocks.entries()) {
    const intro = blocks[at - 1];
    if (intro === undefined || introduced[at - 1] !== true) continue;
    for (let up: Section | null = section; up !== null; up = up.parent) {
      if (isAround(up, intro.section)) break;
      if (!announcedTags.has(up.element.localName)) continue;
      if (up.words <= maxStructureShare * pageWords && isIntroducedBy(intro, up))
        introduced.fill(true, at, at + up.blocks);
    }
    const isIntroduced = introduced[at] === true;
    for (const code of isIntroduced ? [] : codeInFrame(blocks, at, pageWords))
      introduced[code] = true;
  }
  return blocks.flatMap((_, at) => (introduced[at] === true ? [at] : []));
}

const maxLabelWords = 4;

function isLabel({ section, words, linkWords }: Block): boolean {
  const isSmall = words <= maxLabelWords && linkWords === 0;
  return isSmall && !section.element.matches(`p, ${headingTags}`);
}

/** Returns the indexes of the code blocks in a frame that starts at this block, perhaps with tabs or a file name. */
function codeInFrame(blocks: readonly Block[], at: number, pageWords: number): readonly number[] {
  const intro = blocks[at - 1]?.section;
  const found: number[] = [];
  let next = at;
  for (let up = blocks[at]?.section ?? null; up !== null; up = up.parent) {
    if (intro === undefined || isAround(up, intro)) break;
    if (up.words > maxStructureShare * pageWords) break;
    const inFrame: number[] = [];
    for (; next < at + up.blocks; next++) {
      const part = blocks[next];
      if (part === undefined) break;
      const isCode = (part.section.tags & preBit) !== 0;
      if (!isCode && !isLabel(part)) return found;
      if (isCode) inFrame.push(next);
    }
    for (const each of inFrame) found.push(each);
  }
  return found;
}

/** The introduction must be in the same element or the one before it. Code can also follow a list or table. */
function isIntroducedBy(intro: Block, structure: Section): boolean {
  const { element, words, linkWords } = structure;
  const around = outermostEqual(structure).parent;
  if (element.localName === 'pre') return around?.element.contains(intro.section.element) === true;
  if (around !== intro.section && around !== outermostEqual(intro.section).parent) return false;
  if (linkWords > words / 3 || isAside(structure, intro)) return false;
  const announces = /[:：]$/.test(intro.text) || intro.section.element.matches(headingTags);
  return element.localName === 'table'
    ? isDataTable(structure) && (announces || isProse(intro))
    : announces;
}

function outermostEqual(section: Section): Section {
  let up = section;
  while (up.parent !== null && up.parent.blocks === section.blocks) up = up.parent;
  return up;
}

const asideNames = /comment|share|related|sidebar|advert|menu/;

function isAside({ named }: Section, { section }: Block): boolean {
  return nameGroups.some(
    ([name], bit) => asideNames.test(name) && (named[bit] ?? 0) > (section.named[bit] ?? 0),
  );
}

const maxCellWords = 25;
const layoutContent = `table, form, article, section, ${headingTags}`;

/** Requires the section's words to have been counted. */
function isDataTable({ element, words }: Section): boolean {
  if (!element.matches('table:not([role=none i], [role=presentation i])')) return false;
  if (element.querySelector(layoutContent) !== null) return false;
  const rows = element.querySelectorAll('tr').length;
  const cells = element.querySelectorAll('td, th').length;
  return cells >= 2 * rows && words <= maxCellWords * cells;
}
