/** Whether two selections of a page are the same words in the same place. Pure. */
import type { SelectionCapture } from '../../contracts/capture.ts';
import type { Highlight } from '../../contracts/outbox.ts';
import { lettersOf } from '../anchoring/text-index.ts';
import type { HighlightFacts } from './highlight-view.ts';

/** Where one of them has no place to be known by, the same words are not taken for the same. */
export function isSameWords(
  { anchor: kept }: Pick<Highlight, 'anchor'>,
  { anchor }: Pick<SelectionCapture, 'anchor'>,
): boolean {
  return (
    kept !== null &&
    anchor !== null &&
    lettersOf(kept.quote.exact) === lettersOf(anchor.quote.exact) &&
    kept.position.start === anchor.position.start &&
    kept.position.end === anchor.position.end
  );
}

/** Whether one of the highlights of a page is of the words selected there; one that its home refused is not kept. */
export function areKept(
  selection: Pick<SelectionCapture, 'anchor'>,
  facts: readonly HighlightFacts[],
): boolean {
  return facts.some(
    ({ highlight, item }) => item?.state.status !== 'refused' && isSameWords(highlight, selection),
  );
}
