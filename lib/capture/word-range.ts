import { isElement, isText } from './elements.ts';

export type WordRange = {
  range: Range;
  /** Text added at the start and end of the range. */
  before: string;
  after: string;
};

/** Elements in which selections aren't extended to whole words. */
const exact = 'pre, code, kbd, samp, tt, math';
/** How much text to examine around an end, in UTF-16 code units. */
const reach = 64;

/**
 * Extends a range to whole words if its ends cut words. In languages without spaces, `Intl.Segmenter` determines the
 * words. Ends inside code don't move.
 */
export function wordRange(range: Range): WordRange {
  const grown = range.cloneRange();
  const start = cutWord(range.startContainer, range.startOffset);
  const end = cutWord(range.endContainer, range.endOffset);
  const first = start === null ? null : pointAt(start.pieces.toReversed(), start.from);
  const last = end === null ? null : pointAt(end.pieces, end.to);
  if (first !== null) grown.setStart(first.node, first.offset);
  if (last !== null) grown.setEnd(last.node, last.offset);
  return {
    range: grown,
    before: start === null ? '' : start.text.slice(start.from, start.at),
    after: end === null ? '' : end.text.slice(end.at, end.to),
  };
}

type Piece = { node: Text; start: number };
type CutWord = { pieces: readonly Piece[]; text: string; at: number; from: number; to: number };

/** Returns the word around a boundary, in the text of its block; null if the boundary cuts none. */
function cutWord(container: Node, offset: number): CutWord | null {
  if (!isText(container) || container.parentElement?.closest(exact) != null) return null;
  const earlier = textAround(container, 'previousNode', reach - offset);
  const later = textAround(container, 'nextNode', reach - (container.length - offset));
  const nodes = [...earlier.toReversed(), container, ...later];
  let text = '';
  const pieces = nodes.map((node) => {
    const start = text.length;
    text += node.data;
    return { node, start };
  });
  const at = (pieces.find(({ node }) => node === container)?.start ?? 0) + offset;
  const language = container.parentElement?.closest('[lang]')?.getAttribute('lang') ?? undefined;
  const base = Math.max(0, at - reach);
  const near = text.slice(base, at + reach);
  const word = segmenterFor(language)
    .segment(near)
    .containing(at - base);
  if (word?.isWordLike !== true) return null;
  const from = base + word.index;
  return from < at ? { pieces, text, at, from, to: from + word.segment.length } : null;
}

function segmenterFor(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // Pages can name any language.
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}

/** Returns the neighbouring text nodes of the same block, nearest first. */
function textAround(node: Text, direction: 'previousNode' | 'nextNode', length: number): Text[] {
  const block = blockOf(node);
  if (block === null || length <= 0) return [];
  // Numbers instead of `NodeFilter` constants, which documents without a window don't have.
  const walker = node.ownerDocument.createTreeWalker(block, 0x1 | 0x4);
  walker.currentNode = node;
  const found: Text[] = [];
  let left = length;
  while (left > 0) {
    const next = walker[direction]();
    if (next === null || (isElement(next) && !isInline(next))) break;
    if (!isText(next)) continue;
    if (blockOf(next) !== block) break;
    found.push(next);
    left -= next.length;
  }
  return found;
}

function blockOf(node: Node): Element | null {
  let element = node.parentElement;
  while (element !== null && isInline(element)) element = element.parentElement;
  return element;
}

function isInline(element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  const display = view?.getComputedStyle(element).display ?? 'block';
  return element.localName !== 'br' && (display === 'inline' || display === 'contents');
}

/** Converts a place in the text to a node and offset, using the first piece that contains or touches it. */
function pointAt(pieces: readonly Piece[], place: number): { node: Text; offset: number } | null {
  const piece = pieces.find(({ start, node }) => start <= place && place <= start + node.length);
  return piece === undefined ? null : { node: piece.node, offset: place - piece.start };
}
