/** Describes a place in a page so that it can be found again (W3C Web Annotation selectors). */
import type { Anchor } from '../../contracts/capture.ts';
import { bodyOf } from '../element-kinds.ts';

/** Characters of context on each side of a quote. */
const contextLength = 32;

/**
 * Gives the quote and its position in the text of the body; null where the range is not in it, such as inside a shadow
 * root, or holds no text.
 */
export function anchorOf(range: Range): Anchor | null {
  const document = range.startContainer.ownerDocument;
  const body = document === null ? null : bodyOf(document);
  if (body === null || !isIn(body, range)) return null;
  const text = body.textContent;
  const start = offsetOf(body, range.startContainer, range.startOffset);
  const end = offsetOf(body, range.endContainer, range.endOffset);
  if (end <= start) return null;
  return {
    quote: {
      exact: text.slice(start, end),
      prefix: text.slice(Math.max(0, start - contextLength), start).replace(/^[\uDC00-\uDFFF]/, ''),
      suffix: text.slice(end, end + contextLength).replace(/[\uD800-\uDBFF]$/, ''),
    },
    position: { start, end },
  };
}

function isIn(body: Element, { startContainer, endContainer }: Range): boolean {
  return body.contains(startContainer) && body.contains(endContainer);
}

/** The length of the text before a boundary: a range over it reads the same text nodes as `textContent`. */
function offsetOf(body: Element, container: Node, offset: number): number {
  const before = body.ownerDocument.createRange();
  before.setStart(body, 0);
  before.setEnd(container, offset);
  return before.toString().length;
}
