/** The text of a page that marks are counted in, and the way from a place in it to the document and back. */
import {
  indexText,
  lettersBefore,
  type Place,
  pointsOf,
  type TextIndex,
} from '../../core/anchoring/text-index.ts';
import { bodyOf } from '../element-kinds.ts';

export type PageText = TextIndex & { body: Element; nodes: readonly Text[] };

/** Never shown as text, or typed by the person. Text that a style hides counts: menus open and close. */
const unread = new Set(
  'script style noscript template textarea select datalist iframe frame object embed audio video canvas'.split(
    ' ',
  ),
);

/** Reads the text of the body without changing it; null where there is no body. What shadow roots hold is left out. */
export function readPageText(document: Document): PageText | null {
  const body = bodyOf(document);
  if (body === null) return null;
  // The numbers of NodeFilter, which is not to be had of a document without a window.
  const walker = document.createTreeWalker(body, 0x1 | 0x4, (node) => {
    if (isText(node)) return 1;
    return isElement(node) && unread.has(node.localName) ? 2 : 3;
  });
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (isText(node)) nodes.push(node);
  }
  return { body, nodes, ...indexText(nodes.map(({ data }) => data)) };
}

/** Gives a range over the letters of a place; null where the place holds none. */
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

/** Gives the letters that a range holds; null where it is not in the text, or holds no letter. */
export function placeOf(text: PageText, range: Range): Place | null {
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

/** The first text node that ends after a boundary, or holds it. */
function firstFrom({ body, nodes }: PageText, container: Node, offset: number): number {
  const before = body.ownerDocument.createRange();
  before.setStart(body, 0);
  before.setEnd(container, offset);
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const node = nodes[middle];
    if (node === undefined) break;
    if (node !== container && before.comparePoint(node, node.length) <= 0) low = middle + 1;
    else if (node === container) return middle;
    else high = middle;
  }
  return low;
}

function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
