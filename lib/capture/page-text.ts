/** The text of a page to which highlights are anchored. */
import {
  indexText,
  lettersBefore,
  type Place,
  pointsOf,
  type TextIndex,
} from '../anchoring/text-index.ts';
import { bodyOf, isElement, isText } from './elements.ts';
import type { Anchor } from './schema.ts';
import { describePlace } from '../anchoring/describe.ts';

export type PageText = TextIndex & { body: Element; nodes: readonly Text[] };

/** Elements whose content isn't page text. Text hidden by CSS isn't skipped, because menus open and close. */
const skippedTags = new Set(
  'script style noscript template textarea select datalist iframe frame object embed audio video canvas'.split(
    ' ',
  ),
);

/** Reads the text of the body without shadow roots; null if there is no body. */
export function readPageText(document: Document): PageText | null {
  const body = bodyOf(document);
  if (body === null) return null;
  // Numbers instead of `NodeFilter` constants, which documents without a window don't have.
  const walker = document.createTreeWalker(body, 0x1 | 0x4, (node) => {
    if (isText(node)) return 1;
    return isElement(node) && skippedTags.has(node.localName) ? 2 : 3;
  });
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (isText(node)) nodes.push(node);
  }
  return { body, nodes, ...indexText(nodes.map(({ data }) => data)) };
}

/** Returns the range over a place; null if the place is empty. */
export function rangeOver(text: PageText, place: Place): Range | null {
  const points = pointsOf(text, place);
  const first = text.nodes[points?.start.piece ?? -1];
  const last = text.nodes[points?.end.piece ?? -1];
  if (points === null || first === undefined || last === undefined) return null;
  const range = text.body.ownerDocument.createRange();
  range.setStart(first, points.start.offset);
  range.setEnd(last, points.end.offset);
  return range;
}

/** Returns the place of a range; null if the range is outside the text or empty. */
function placeOf(text: PageText, range: Range): Place | null {
  const { body } = text;
  if (!body.contains(range.startContainer) || !body.contains(range.endContainer)) return null;
  const start = lettersBeforeBoundary(text, range.startContainer, range.startOffset);
  const end = lettersBeforeBoundary(text, range.endContainer, range.endOffset);
  return end > start ? { start, end } : null;
}

function lettersBeforeBoundary(text: PageText, container: Node, offset: number): number {
  const piece = firstFrom(text, container, offset);
  if (text.nodes[piece] === container) return lettersBefore(text, { piece, offset });
  return text.starts[piece] ?? text.letters.length;
}

/** Returns the index of the first text node that contains a boundary point or ends after it. */
function firstFrom({ body, nodes }: PageText, container: Node, offset: number): number {
  const before = body.ownerDocument.createRange();
  before.setStart(body, 0);
  before.setEnd(container, offset);
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const node = nodes[middle];
    if (node === undefined || node === container) return middle;
    if (before.comparePoint(node, node.length) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns null if the range is empty or outside the page's text, such as in a shadow root. */
export function anchorOf(range: Range): Anchor | null {
  const document = range.startContainer.ownerDocument;
  const text = document === null ? null : readPageText(document);
  const place = text === null ? null : placeOf(text, range);
  return text === null || place === null ? null : describePlace(text, place);
}
