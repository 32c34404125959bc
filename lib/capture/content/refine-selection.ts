import { formulaClass, isWithin } from '../elements.ts';
import { memoized } from '../memoized.ts';
import { isProse } from './page-context.ts';
import {
  structuresBetweenProse,
  completeStructures,
  introducedStructures,
} from './keep-structures.ts';
import type { Block, Section } from './page-blocks.ts';
import { nameGroups } from './section-names.ts';

/** Blocks next to kept ones need only this share of the usual threshold. */
const neighbourShare = 0.25;
/** The longest gap to fill, in blocks. */
const maxGap = 3;
const maxShareBarWords = 12;

/** Adds blocks that belong to kept ones, and removes menus, date pickers, share bars, notices, ad labels and permalinks. */
export function refineSelection(
  blocks: readonly Block[],
  probabilities: readonly number[],
  threshold: number,
): boolean[] {
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  const isPicker = memoized(isDatePicker);
  const isExcluded = blocks.map((block) => {
    const { isMenu, notice } = block.section;
    const table = block.section.element.closest('table');
    if (table !== null && isPicker(table)) return true;
    if (isMenu || isShareBar(block) || isAdLabel(block) || isPermalink(block)) return true;
    return notice !== null && notice.words < maxNoticeShare * words;
  });
  const qualifies = (at: number, least: number) =>
    isExcluded[at] !== true && (probabilities[at] ?? 0) >= least;
  const isKept = blocks.map((_, at) => qualifies(at, threshold));
  if (!isKept.includes(true)) return isKept;
  const least = neighbourShare * threshold;
  for (let at = blocks.length - 2; at >= 0; at--) {
    const share = isKept[at + 1] === true ? headingShare(blocks[at], blocks[at + 1]) : Infinity;
    if (qualifies(at, share * threshold)) isKept[at] = true;
  }
  fillGaps(blocks, isKept, (at) => qualifies(at, least));
  for (const findRelated of [
    siblingParagraphs,
    completeStructures,
    structuresBetweenProse,
    introducedStructures,
  ]) {
    for (const at of findRelated(blocks, isKept, words)) if (qualifies(at, 0)) isKept[at] = true;
  }
  for (const [at, block] of blocks.entries()) {
    const isAdjacent = isKept[at - 1] === true || isKept[at + 1] === true;
    const isCaption = block.section.element.localName === 'figcaption';
    const needed = isFormula(block) ? 0 : isCaption ? least : Infinity;
    if (isAdjacent && qualifies(at, needed)) isKept[at] = true;
  }
  for (const at of referencedFootnotes(blocks, isKept)) isKept[at] = isExcluded[at] !== true;
  return isKept;
}

function fillGaps(
  blocks: readonly Block[],
  isKept: boolean[],
  qualifies: (at: number) => boolean,
): void {
  let last = -1;
  for (const [at, { section }] of blocks.entries()) {
    if (isKept[at] !== true) continue;
    const gap = Array.from({ length: at - last - 1 }, (_, step) => last + 1 + step);
    const isOne = [last, ...gap].every((each) => blocks[each]?.section.parent === section.parent);
    if (gap.length <= maxGap && isOne && gap.every(qualifies)) isKept.fill(true, last + 1, at);
    last = at;
  }
}

const siblingShare = 0.2;

/** Finds paragraphs next to kept ones, so that the text has no gaps. */
function siblingParagraphs(
  blocks: readonly Block[],
  isKept: readonly boolean[],
): readonly number[] {
  const sums = new Map<Section | null, { words: number; kept: number }>();
  for (const [at, { section, words }] of blocks.entries()) {
    const sum = sums.get(section.parent) ?? { words: 0, kept: 0 };
    sums.set(section.parent, sum);
    sum.words += words;
    if (isKept[at] === true) sum.kept += words;
  }
  const isSibling = blocks.map((block, at) => {
    const { words, kept } = sums.get(block.section.parent) ?? { words: 0, kept: 0 };
    return (
      isKept[at] !== true && isParagraph(block) && isProse(block) && kept >= siblingShare * words
    );
  });
  const isBetweenSiblings = (at: number) => {
    if (isSibling[at - 1] !== true || isSibling[at + 1] !== true) return false;
    const block = blocks[at];
    const isAlike = (other: Block | undefined) =>
      isParagraph(other) && other?.section.parent === block?.section.parent;
    return block?.linkWords === 0 && [blocks[at - 1], block, blocks[at + 1]].every(isAlike);
  };
  return blocks.flatMap((_, at) => (isSibling[at] === true || isBetweenSiblings(at) ? [at] : []));
}

function isParagraph(block: Block | undefined): boolean {
  return block?.section.element.localName === 'p';
}

const shareBit = nameGroups.findIndex(([name]) => name === 'share');

function isShareBar({ section, words, linkWords }: Block): boolean {
  // Embedded posts are also named after their network. A link displayed as a block is itself a section.
  if (section.element.localName === 'blockquote') return false;
  const isLink = section.element.localName === 'a' || linkWords >= words / 2;
  if (words > maxShareBarWords || !isLink) return false;
  const depth = section.named[shareBit] ?? 0;
  return depth > 0 && section.depth - depth <= 2;
}

const daysAWeek = 7;
/** Six weeks, as calendars show for a month. */
const maxDays = 42;

/** Returns whether a table has the days of a month or week, and nothing else. */
function isDatePicker(table: Element): boolean {
  const cells = table.querySelectorAll('td');
  if (cells.length < daysAWeek || cells.length > maxDays) return false;
  const texts = Array.from(cells, ({ textContent }) => textContent.trim());
  const days = texts.filter((text) => text !== '');
  return (
    days.length >= daysAWeek &&
    days.every((day, at) => {
      const isNext = at === 0 || day === '1' || Number(day) === Number(days[at - 1]) + 1;
      return isNext && /^\d{1,2}$/.test(day);
    })
  );
}

const maxPermalinkWords = 6;

/** Returns whether the block is a link to the element it is in, such as the post that it names, perhaps with buttons. */
function isPermalink({ texts, words, linkWords }: Block): boolean {
  if (linkWords === 0 || words > maxPermalinkWords) return false;
  const shown = texts.filter(({ parentElement }) => parentElement?.closest('button') === null);
  return shown.length > 0 && shown.every(({ parentElement }) => linksToItself(parentElement));
}

function linksToItself(element: Element | null): boolean {
  const href = element?.closest('a')?.getAttribute('href') ?? '';
  if (!/^#./.test(href)) return false;
  for (let up = element; up !== null; up = up.parentElement)
    if (up.id === href.slice(1)) return true;
  return false;
}

/** A larger "notice" is the page itself. */
const maxNoticeShare = 0.4;

function isFormula({ section: { element } }: Block): boolean {
  if (element.childElementCount !== 1) return false;
  return element.firstElementChild?.classList.contains(formulaClass) === true;
}

/** Returns the share of the threshold that suffices for a label or heading of the next block. */
function headingShare(block: Block | undefined, next: Block | undefined): number {
  if (block === undefined || next === undefined) return Infinity;
  const { element } = block.section;
  const isAdjacent = element.parentElement?.contains(next.section.element) === true;
  if (isAdjacent && /^(?:dt|summary)$/.test(element.localName)) return 0;
  const isOne = next.section.parent === block.section;
  return isOne || /^h[1-6]$/.test(element.localName) ? neighbourShare : Infinity;
}

const footnoteMarker = /^\[?[\d*†‡§]{1,4}\]?$/;
const maxFootnoteWords = 300;
/** Footnotes with more than this share of the kept words are a list of sources, which is left to the model. */
const maxFootnoteShare = 0.25;

function referencedFootnotes(
  blocks: readonly Block[],
  isKept: readonly boolean[],
): readonly number[] {
  const notes = footnoteTargets(blocks, isKept);
  if (notes.size === 0) return [];
  const found: number[] = [];
  let keptWords = 0;
  let noteWords = 0;
  for (const [at, { section, words }] of blocks.entries()) {
    if (isKept[at] === true) keptWords += words;
    else if (words <= maxFootnoteWords && isWithin(section.element, notes)) {
      found.push(at);
      noteWords += words;
    }
  }
  return noteWords > maxFootnoteShare * keptWords ? [] : found;
}

function footnoteTargets(
  blocks: readonly Block[],
  isKept: readonly boolean[],
): ReadonlySet<Element> {
  const targets = new Set<Element>();
  for (const [at, { texts, hasLink }] of blocks.entries()) {
    if (isKept[at] !== true || !hasLink) continue;
    for (const text of texts) {
      if (text.length > 8 || !footnoteMarker.test(text.data.trim())) continue;
      const href = text.parentElement?.closest('a')?.getAttribute('href') ?? '';
      const target = href.startsWith('#') ? text.ownerDocument.getElementById(href.slice(1)) : null;
      const note = target?.closest('li, p, dd, td, div, aside, section');
      if (note != null && !note.contains(text)) targets.add(note);
    }
  }
  return targets;
}

/** Headings, list items and cells with these words are content. */
function isAdLabel({ text, section }: Block): boolean {
  if (text.length > maxAdLabelLength || /^(?:h\d|li|d[dt]|t[dh])$/.test(section.element.localName))
    return false;
  return adLabel.test(text.replace(/[\s!-/:-@[\]–—·•…]+/g, ' ').trim());
}

const maxAdLabelLength = 70;

/** Matches text without punctuation, with an optional hint that the article continues below. */
const adLabel =
  /^((article|story) continues (after|below) (the |this )?)?(advertisements?|ad|anzeige|werbung|publicité|publicidade?|pubblicità|advertentie|reklama?|広告|广告|إعلان)( ((article |story )?continue|scroll).*)?$/i;
