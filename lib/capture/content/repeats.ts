/**
 * Drops text that a page contains twice: copies for another width of the window or for browsers without scripts, and
 * clipped previews of a text that follows in full. The snapshot skips copies that a style sheet hides, but some are moved
 * out of view, clipped or swapped by scripts, and saved pages often lack their style sheets.
 *
 * Items of a list, posts, turns of a chat, stanzas and quotes repeat text on purpose. So a copy must be in another kind of
 * element than the original, or have class names that say that only one of both is shown.
 */
import type { YieldIfDue } from '../cooperative-yield.ts';
import { memoized } from '../memoized.ts';
import { alphanumericRuns } from '../words.ts';
import { isAround } from './keep-structures.ts';
import { inlineTags, semanticTags, type Block, type Section } from './page-blocks.ts';
import { isHeading } from './page-context.ts';

/** The fewest letters and digits of a copied block. Authors repeat shorter sentences, such as those of a summary. */
const minLetters = 120;
/** Lower, because several blocks in the same order are hardly a coincidence. */
const minRunLetters = 100;
/** Applies if class names say that only one of both is shown. */
const minAlternativeLetters = 60;
const minPreviewLetters = 60;
/** Distance in kept blocks between a preview and the full text. */
const maxPreviewDistance = 8;

type Passage = {
  /** Index of the block. */
  at: number;
  section: Section;
  /** The letters and digits of the text, in lower case. */
  letters: string;
  isCut: boolean;
  isHeading: boolean;
  /** Headings, code and verse are repeated on purpose, so they are only dropped within a longer copy. */
  isEvidence: boolean;
  isDropped: boolean;
};

/** Drops kept blocks that repeat earlier ones in the same order. Keeps the first copy, even if only a later one has links. */
export async function dropRepeats(
  blocks: readonly Block[],
  isKept: readonly boolean[],
  yieldIfDue: YieldIfDue,
): Promise<boolean[]> {
  const passages: Passage[] = [];
  for (const [at, block] of blocks.entries()) {
    if (at % 512 === 511) await yieldIfDue();
    const passage = isKept[at] === true ? passageOf(block, at) : null;
    if (passage !== null && passage.letters !== '') passages.push(passage);
  }
  const { areAlternatives, areAlike, listAround } = createComparison();
  const latest = new Map<string, number>();
  /** By distance between copy and original: the end of the last run that was examined, so that none is examined again. */
  const examined = new Map<number, number>();
  for (const [at, { letters, isEvidence }] of passages.entries()) {
    if (at % 64 === 63) await yieldIfDue();
    const original = latest.get(letters);
    if (original !== undefined && isEvidence && !isDropped(at)) await dropRun(at, original);
    if (!isDropped(at)) latest.set(letters, at);
  }
  for (const [at, passage] of passages.entries()) {
    if (at % 64 === 63) await yieldIfDue();
    passage.isDropped ||= isPreview(passage, at);
  }
  const isLeft = [...isKept];
  for (const passage of passages) if (passage.isDropped) isLeft[passage.at] = false;
  return isLeft;

  function isDropped(at: number): boolean {
    return passages[at]?.isDropped === true;
  }

  /** Drops the run of copies around a passage if it is long enough. */
  async function dropRun(at: number, original: number): Promise<void> {
    const distance = at - original;
    if ((examined.get(distance) ?? 0) > at || !isCopy(at, distance)) return;
    let from = at;
    let to = at + 1;
    // Copy and original don't overlap.
    for (; to - distance < from && isCopy(to, distance); to++)
      if (to % 64 === 63) await yieldIfDue();
    for (; to - distance < from && isCopy(from - 1, distance); from--)
      if (from % 64 === 63) await yieldIfDue();
    examined.set(distance, to);
    const isAlternative = areAlternatives(sectionAt(at), sectionAt(original));
    const run = withoutLooseEnds(passages.slice(...withoutPartialLists(from, to, distance)));
    const counted = run.filter((each) => each.isEvidence || (isAlternative && each.isHeading));
    const total = counted.reduce((sum, { letters }) => sum + letters.length, 0);
    const least = run.length > 1 ? minRunLetters : minLetters;
    if (total < (isAlternative ? minAlternativeLetters : least)) return;
    for (const passage of run) passage.isDropped = true;
  }

  function isCopy(at: number, distance: number): boolean {
    const copy = passages[at];
    const original = passages[at - distance];
    if (copy === undefined || copy.isDropped || copy.letters !== original?.letters) return false;
    const isQuote = (copy.section.tags & quoteBit) !== 0;
    return !isQuote && !areAlike(copy.section, original.section);
  }

  function sectionAt(at: number): Section | null {
    return passages[at]?.section ?? null;
  }

  /** Leaves out lists and tables at both ends that go on differently than the original, because they are other ones. */
  function withoutPartialLists(from: number, to: number, distance: number): [number, number] {
    const listAt = (at: number) => listAround(sectionAt(at), sectionAt(at - distance));
    let [start, end] = [from, to];
    const last = listAt(end - 1);
    if (isIn(end, last)) while (end > start && isIn(end - 1, last)) end--;
    const first = listAt(start);
    if (isIn(start - 1, first)) while (start < end && isIn(start, first)) start++;
    return [start, end];
  }

  function isIn(at: number, list: Section | null): boolean {
    const section = sectionAt(at);
    return section !== null && list !== null && isAround(list, section);
  }

  /** A preview ends with an ellipsis, or where copies of the full text end. */
  function isPreview({ section, letters, isCut, isEvidence }: Passage, at: number): boolean {
    if (!isEvidence || letters.length < minPreviewLetters) return false;
    for (let next = at + 1; next <= at + maxPreviewDistance; next++) {
      const full = passages[next];
      if (full === undefined) return false;
      if (full.isDropped || !(isCut || isDropped(next - 1))) continue;
      if (full.letters === letters || !full.letters.startsWith(letters)) continue;
      if (!areAlike(section, full.section)) return true;
    }
    return false;
  }
}

/** Leaves out the last headings, which belong to the text below, and code and verse at both ends. */
function withoutLooseEnds(run: readonly Passage[]): readonly Passage[] {
  const first = run.findIndex(({ isEvidence, isHeading: isTitle }) => isEvidence || isTitle);
  const last = run.findLastIndex(({ isEvidence }) => isEvidence);
  return first < 0 ? [] : run.slice(first, last + 1);
}

const preBit = 1 << semanticTags.indexOf('pre');
const quoteBit = 1 << semanticTags.indexOf('blockquote');
const breakBit = 1 << inlineTags.indexOf('br');

function passageOf(block: Block, at: number): Passage {
  const { section, text } = block;
  const isCode = (section.tags & preBit) !== 0;
  return {
    at,
    section,
    letters: alphanumericRuns(text).join('').toLowerCase(),
    isCut: /(?:…|\.\.\.)$/.test(text),
    isHeading: isHeading(block),
    isEvidence: !isCode && !isHeading(block) && !isVerse(block),
    isDropped: false,
  };
}

/** Returns whether the block has two or more line breaks, as stanzas have. */
function isVerse({ section, inlineTags: tags }: Block): boolean {
  return (tags & breakBit) !== 0 && section.element.getElementsByTagName('br').length > 1;
}

const items = /^(?:li|tr|t[dh]|d[dt])$/;
const lists = /^(?:[uod]l|table)$/;
/** Names for elements that are shown only on some screens, and for the preview of the answered post in NodeBB. */
const alternatives =
  /^(?!.*overflow).*(?:desktop|mobile|tablet|laptop|phone|hidden|hide|-none)|^post\/parent$/i;
const maxNamesLength = 1_000;

function createComparison() {
  const namesOf = memoized(({ element }: Section): readonly string[] => {
    const names = ['class', 'component'].map((name) => element.getAttribute(name) ?? '');
    return names.join(' ').slice(0, maxNamesLength).match(/\S+/g) ?? [];
  });
  const numbers = new Map<string, number>();
  /** Numbers the names, including those of all sections around. Those around both of two sections make no difference. */
  const alternativesOf = memoized((section: Section): number => {
    const outer = section.parent === null ? 0 : alternativesOf(section.parent);
    const names = namesOf(section).filter((name) => alternatives.test(name));
    if (names.length === 0) return outer;
    const key = [outer, ...names].join(' ');
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  });
  const firstNameOf = (section: Section) => namesOf(section)[0]?.replace(/\d+/g, '');
  return { areAlternatives, areAlike, listAround };

  function areAlternatives(one: Section | null, other: Section | null): boolean {
    if (one === null || other === null) return false;
    return alternativesOf(one) !== alternativesOf(other);
  }

  /** Compares the outermost elements with names. Only the first name, because others are for states, such as `active`. */
  function areAlike(one: Section, other: Section): boolean {
    if (areAlternatives(one, other)) return false;
    const [path, otherPath] = pathsApart(one, other);
    for (const [at, section] of path.entries()) {
      const counterpart = otherPath[at];
      const { localName } = section.element;
      if (counterpart?.element.localName !== localName) return false;
      if (items.test(localName)) return true;
      const name = firstNameOf(section);
      if (name !== firstNameOf(counterpart)) return false;
      if (name !== undefined) return true;
    }
    return path.length === otherPath.length;
  }

  /** Returns the outermost list or table around the copy that isn't around the original. */
  function listAround(copy: Section | null, original: Section | null): Section | null {
    const [path] = pathsApart(copy, original);
    return path.find(({ element }) => lists.test(element.localName)) ?? null;
  }
}

/** Returns the sections around each of two sections up to the closest one around both, outermost first. */
function pathsApart(one: Section | null, other: Section | null): [Section[], Section[]] {
  const path: Section[] = [];
  const otherPath: Section[] = [];
  let [up, otherUp] = [one, other];
  while (up !== null && otherUp !== null && up !== otherUp) {
    const deeper: number = up.depth - otherUp.depth;
    if (deeper >= 0) {
      path.push(up);
      up = up.parent;
    }
    if (deeper <= 0) {
      otherPath.push(otherUp);
      otherUp = otherUp.parent;
    }
  }
  return [path.toReversed(), otherPath.toReversed()];
}
