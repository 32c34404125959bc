/** Further passages of one page, read when the person asks for them. */
import { useCallback, useMemo, useState } from 'react';
import type { MorePassages } from '../../lib/search/model.ts';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { errorWords } from '../app/error-text.ts';
import { type QueryState, type Read, useQuery } from '../app/use-query.ts';

type PageWanted = { q: string; sourceId: string; memoryId: string | null };

/** Reads more passages of a page each time `look` is called; leaving cancels it. */
export function useMorePassages({ q, sourceId, memoryId }: PageWanted) {
  // A new object each time, so that every call reads again.
  const [wish, setWish] = useState<PageWanted | null>(null);
  const read = useMemo<Read<MorePassages> | null>(() => {
    if (wish === null) return null;
    return ({ ask, newId }, { signal }) => {
      const searchId = newId();
      signal.addEventListener('abort', () => void ask('search.cancel', { searchId }));
      const memory = wish.memoryId === null ? {} : { memoryId: wish.memoryId };
      return ask('search.more', { searchId, q: wish.q, sourceId: wish.sourceId, ...memory });
    };
  }, [wish]);
  const { state } = useQuery(read);
  const look = useCallback(() => setWish({ q, sourceId, memoryId }), [q, sourceId, memoryId]);
  return { state, look };
}

/** Gives the result in words, null if there is none yet; `added` of the passages are new. */
export function moreText(state: QueryState<MorePassages>, added: number): string | null {
  if (state.status === 'failed') return sentences(errorWords(state.error).title);
  if (state.status !== 'ready') return null;
  const { looked, isAll, unanswered } = state.value;
  const [silent] = unanswered;
  // A Memory that could not answer says nothing about what it holds.
  if (silent !== undefined && added === 0) {
    return sentences(t('search_unanswered_title', { memory: silent.memory }), silent.reason);
  }
  if (added === 0)
    return isAll ? t('search_group_nothingLeft') : plural(looked, 'search_group_nothingNear');
  return isAll
    ? plural(added, 'search_group_added')
    : sentences(plural(added, 'search_group_added'), plural(looked, 'search_group_mayBeMore'));
}
