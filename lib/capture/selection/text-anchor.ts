/** Describes where a selection stands. */
import type { Anchor } from '../../contracts/capture.ts';
import { describePlace } from '../../core/anchoring/describe.ts';
import { placeOf, readPageText } from './page-text.ts';

/**
 * Gives the quote and its place in the text of the page; null where the range is not in it, such as inside a shadow
 * root, or holds no text.
 */
export function anchorOf(range: Range): Anchor | null {
  const document = range.startContainer.ownerDocument;
  const text = document === null ? null : readPageText(document);
  const place = text === null ? null : placeOf(text, range);
  return text === null || place === null ? null : describePlace(text, place);
}
