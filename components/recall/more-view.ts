/** What is said of the search for more passages of a page. Pure. */
import { sentences } from '../../lib/language/text.ts';
import type { MoreState } from '../hooks/use-more-passages.ts';
import { errorWords } from '../words/errors.ts';
import { searchWords } from '../words/search.ts';

/** Gives the sentences, or null where there is nothing to say yet; `added` passages say something new. */
export function moreWords(state: MoreState, added: number): string | null {
  if (state.status === 'failed') return sentences(errorWords(state.error).title);
  if (state.status !== 'answered') return null;
  const { looked, isAll, unanswered } = state.more;
  const { added: found, nothingLeft, nothingNear, mayBeMore } = searchWords.group;
  const [silent] = unanswered;
  // Nothing is said of what is there by a Memory that could not answer.
  if (silent !== undefined && added === 0) {
    return sentences(searchWords.unanswered.title(silent.memory), silent.reason);
  }
  if (added === 0) return isAll ? nothingLeft : nothingNear(looked);
  return isAll ? found(added) : sentences(found(added), mayBeMore(looked));
}
