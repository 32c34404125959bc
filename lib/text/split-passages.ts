import { blocksOf, endOfLine, type Block } from './blocks.ts';
import { plainText } from './plain-text.ts';
import { cutEvery, sentenceEnds } from './sentences.ts';

export interface Passage {
  readonly position: number;
  /** Trimmed Markdown. */
  readonly text: string;
  /** White space before this passage; several blank lines count as one. */
  readonly lead: string;
  readonly start: number;
  readonly end: number;
  /** The title and the headings above, outermost first. */
  readonly headings: readonly string[];
}

/** Target sizes in UTF-16 code units. An ideograph carries about as much meaning as two other characters. */
const SIZE = { target: 800, dense: 400 };
/** Blocks and sentences up to this multiple of the target stay whole. */
const TOLERANCE = 1.5;
/** After this share of the target size, a heading starts a new passage. */
const ENOUGH = 0.4;

/** Splits at blocks and sentences, about every 800 characters. Only white space is lost between passages. */
export function splitPassages(markdown: string, title: string): Passage[] {
  const target = isDense(markdown) ? SIZE.dense : SIZE.target;
  const pieces = blocksOf(markdown).flatMap((block) => piecesOf(markdown, block, target));
  const passages: Passage[] = [];
  const enter = createHeadingTrail(markdown, title.trim());
  for (const group of pack(pieces, target)) {
    const headings = enter(group);
    const first = group[0]?.start ?? 0;
    const raw = markdown.slice(first, group.at(-1)?.end ?? first);
    const text = raw.trim();
    if (text === '') continue;
    const start = first + raw.length - raw.trimStart().length;
    const gap = markdown.slice(passages.at(-1)?.end ?? start, start);
    const lead = gap.includes('\n\n') ? '\n\n' : gap.slice(0, 2);
    const end = start + text.length;
    passages.push({ position: passages.length, text, lead, start, end, headings });
  }
  return passages;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isHeading: boolean;
  readonly isBlank: boolean;
}

function piecesOf(markdown: string, block: Block, target: number): Piece[] {
  const kinds = { isHeading: block.kind === 'heading', isBlank: block.kind === 'blank' };
  if (block.end - block.start <= target * TOLERANCE) return [{ ...block, ...kinds }];
  const text = markdown.slice(block.start, block.end);
  const ends =
    block.kind === 'code' || block.kind === 'table' ? lineEnds(text) : sentenceEnds(text);
  const pieces: Piece[] = [];
  let start = 0;
  for (const end of ends) {
    const isTooLong = end - start > target * TOLERANCE;
    const from = start;
    const cuts = isTooLong
      ? cutEvery(text.slice(from, end), target).map((cut) => from + cut)
      : [end];
    for (const cut of cuts) {
      pieces.push({ ...kinds, start: block.start + start, end: block.start + cut });
      start = cut;
    }
  }
  return pieces;
}

/** Groups pieces. Headings stay with the text that follows; a small remainder joins the passage before it. */
function pack(pieces: readonly Piece[], target: number): Piece[][] {
  const groups: Piece[][] = [];
  let group: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    const length = piece.end - piece.start;
    // A heading alone isn't a passage, so the next piece joins it even if that is too long.
    const isFull = size + length > target && (piece.isHeading || group.some(isText));
    const isNewSection = piece.isHeading && size >= target * ENOUGH;
    if (group.length > 0 && (isFull || isNewSection)) {
      const carried = piece.isHeading ? [] : splitTrailingHeadings(group);
      groups.push(group);
      group = carried;
      size = carried.reduce((sum, held) => sum + held.end - held.start, 0);
    }
    group.push(piece);
    size += length;
  }
  if (group.length > 0) groups.push(group);
  return joinRemainder(groups, target);
}

/** Removes the headings at the end of a group, unless the group has nothing else. */
function splitTrailingHeadings(group: Piece[]): Piece[] {
  const lastOther = group.findLastIndex(isText);
  const firstHeading = group.findIndex((piece, index) => index > lastOther && piece.isHeading);
  return lastOther === -1 || firstHeading === -1 ? [] : group.splice(firstHeading);
}

function isText({ isHeading, isBlank }: Piece): boolean {
  return !isHeading && !isBlank;
}

function joinRemainder(groups: Piece[][], target: number): Piece[][] {
  const [last, before] = [groups.at(-1), groups.at(-2)];
  if (last === undefined || before === undefined || last.some((piece) => piece.isHeading))
    return groups;
  const length = (group: Piece[]) => (group.at(-1)?.end ?? 0) - (group[0]?.start ?? 0);
  const isSmall = length(last) < target / 2 && length(before) + length(last) <= target * TOLERANCE;
  return isSmall ? [...groups.slice(0, -2), [...before, ...last]] : groups;
}

/** Tracks the headings above the current position. A heading closes headings of the same or a lower level. */
function createHeadingTrail(markdown: string, title: string) {
  let open: { readonly level: number; readonly text: string }[] = [];

  const textsAbove = () => {
    const texts = new Set([title, ...open.map(({ text }) => text)]);
    return [...texts].filter((text) => text !== '');
  };

  /** Returns the headings above the passage's first text, including those at its start. */
  return (group: readonly Piece[]): string[] => {
    let atStart: string[] | null = null;
    for (const { start, end, isHeading } of group) {
      const line = markdown.slice(start, end);
      if (!isHeading) {
        if (line.trim() !== '') atStart ??= textsAbove();
        continue;
      }
      const level = /#{1,6}/.exec(line)?.[0].length ?? 1;
      const text = plainText(line.slice(0, HEADING_LENGTH)).trim();
      open = [...open.filter((heading) => heading.level < level), { level, text }];
    }
    return atStart ?? textsAbove();
  };
}

const HEADING_LENGTH = 300;

function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let start = 0; start < text.length; start = ends.at(-1) ?? text.length)
    ends.push(endOfLine(text, start));
  return ends;
}

const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu;

/** Returns whether over a third of the text is ideographs, judging by its start and middle. */
export function isDense(markdown: string): boolean {
  const middle = Math.floor(markdown.length / 2);
  const sample = markdown.slice(0, 4000) + markdown.slice(middle, middle + 4000);
  return (sample.match(IDEOGRAPHS)?.length ?? 0) * 3 > sample.length;
}
