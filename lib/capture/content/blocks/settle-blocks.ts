/** Settles what the model judged block by block: what belongs together stays together. */
import { formulaClass } from '../../element-kinds.ts';
import { isAdLabel } from './ad-label.ts';
import { isLong } from './block-surroundings.ts';
import { notesOf } from './kept-notes.ts';
import { amidProse, restOfWholes } from './kept-wholes.ts';
import { ledWholes } from './led-wholes.ts';
import type { Block, Section } from './page-blocks.ts';
import { nameGroups } from './section-names.ts';

/** A block that comes in with its neighbours needs so much of what it would need by itself. */
const leastShare = 0.25;

/** So many blocks in a row are let in between two that are kept. */
const longestGap = 3;

/** More words than this are no row of buttons. */
const longestBar = 12;

/**
 * Gives which blocks are kept: those the model would keep, the headings and terms right before them, what stands among
 * them in one element, the rest of their lists and tables, those they lead up to, the formulas and captions beside them,
 * and the notes they point to. Menus, share bars, notices and the labels of advertisements never are.
 */
export function settleBlocks(
  blocks: readonly Block[],
  probabilities: readonly number[],
  keepFrom: number,
): boolean[] {
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  const isApart = blocks.map((block) => {
    const { isMenu, notice } = block.section;
    if (isMenu || isShareBar(block) || isAdLabel(block)) return true;
    return notice !== null && notice.words < mostOfNotice * words;
  });
  const isFit = (at: number, least: number) =>
    isApart[at] !== true && (probabilities[at] ?? 0) >= least;
  const keeps = blocks.map((_, at) => isFit(at, keepFrom));
  if (!keeps.includes(true)) return keeps;
  const least = leastShare * keepFrom;
  for (let at = blocks.length - 2; at >= 0; at--) {
    const lead = keeps[at + 1] === true ? leadOf(blocks[at], blocks[at + 1]) : 'none';
    if (lead === 'label' ? isApart[at] !== true : lead === 'heading' && isFit(at, least)) {
      keeps[at] = true;
    }
  }
  closeGaps(blocks, keeps, (at) => isFit(at, least));
  for (const belongingOf of [proseBeside, restOfWholes, amidProse, ledWholes]) {
    for (const at of belongingOf(blocks, keeps, words)) if (isFit(at, 0)) keeps[at] = true;
  }
  for (const [at, block] of blocks.entries()) {
    const isBeside = keeps[at - 1] === true || keeps[at + 1] === true;
    if (isBeside && isFit(at, isFormula(block) ? 0 : least) && isFigure(block)) keeps[at] = true;
  }
  for (const at of notesOf(blocks, keeps)) keeps[at] = isApart[at] !== true;
  return keeps;
}

/** Fills short gaps between kept blocks of one parent, where all in the gap are fit. */
function closeGaps(
  blocks: readonly Block[],
  keeps: boolean[],
  isFit: (at: number) => boolean,
): void {
  let last = -1;
  for (let at = 0; at < blocks.length; at++) {
    if (keeps[at] !== true) continue;
    if (last >= 0 && at - last > 1 && at - last - 1 <= longestGap) {
      const gap = Array.from({ length: at - last - 1 }, (_, step) => last + 1 + step);
      const parent = blocks[at]?.section.parent;
      const isOne = [last, ...gap].every((each) => blocks[each]?.section.parent === parent);
      if (isOne && gap.every(isFit)) for (const each of gap) keeps[each] = true;
    }
    last = at;
  }
}

/** Of the words in one element so many have to be kept for the rest of its prose to be the same text. */
const fairPart = 0.2;

/**
 * Gives the places of the paragraphs that stand in one element with much that is kept: a text is not kept in pieces. What
 * is said in few words between two of them is one of them.
 */
function proseBeside(blocks: readonly Block[], keeps: readonly boolean[]): readonly number[] {
  const sums = new Map<Section | null, { words: number; kept: number }>();
  for (const [at, { section, words }] of blocks.entries()) {
    const sum = sums.get(section.parent) ?? { words: 0, kept: 0 };
    sums.set(section.parent, sum);
    sum.words += words;
    if (keeps[at] === true) sum.kept += words;
  }
  const isBeside = blocks.map((block, at) => {
    const { words, kept } = sums.get(block.section.parent) ?? { words: 0, kept: 0 };
    return keeps[at] !== true && isParagraph(block) && isLong(block) && kept >= fairPart * words;
  });
  const isAmid = (at: number) => {
    if (isBeside[at - 1] !== true || isBeside[at + 1] !== true) return false;
    const { linkWords } = blocks[at] ?? { linkWords: 1 };
    const parent = blocks[at]?.section.parent;
    const around = [at - 1, at, at + 1].map((each) => blocks[each]);
    return (
      linkWords === 0 &&
      around.every((each) => isParagraph(each) && each?.section.parent === parent)
    );
  };
  return blocks.flatMap((_, at) => (isBeside[at] === true || isAmid(at) ? [at] : []));
}

function isParagraph(block: Block | undefined): boolean {
  return block?.section.element.localName === 'p';
}

const shareBit = nameGroups.findIndex(([name]) => name === 'share');

/** A few links or buttons in a section that is named for sharing. */
function isShareBar({ section, words, linkWords }: Block): boolean {
  // What is quoted from a network names it too. A link that is shown as a block is its own section.
  if (section.element.localName === 'blockquote') return false;
  const isLink = section.element.localName === 'a' || linkWords >= words / 2;
  if (words > longestBar || !isLink) return false;
  const depth = section.named[shareBit] ?? 0;
  return depth > 0 && section.depth - depth <= 2;
}

/** One that holds much of the page is the page. */
const mostOfNotice = 0.4;

/** Displayed formulas and the captions of pictures. */
function isFigure(block: Block): boolean {
  return block.section.element.localName === 'figcaption' || isFormula(block);
}

function isFormula({ section: { element } }: Block): boolean {
  if (element.childElementCount !== 1) return false;
  return element.firstElementChild?.classList.contains(formulaClass) === true;
}

/** What a block is to the next one: a term or the words on a fold, a heading or the first words of the same part. */
function leadOf(block: Block | undefined, next: Block | undefined): 'label' | 'heading' | 'none' {
  if (block === undefined || next === undefined) return 'none';
  const { element } = block.section;
  const isBeside = element.parentElement?.contains(next.section.element) === true;
  if (isBeside && /^(?:dt|summary)$/.test(element.localName)) return 'label';
  const isOne = next.section.parent === block.section;
  return isOne || /^h[1-6]$/.test(element.localName) ? 'heading' : 'none';
}
