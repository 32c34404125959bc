import { useDeferredValue, useMemo } from 'react';
import { sentences, t, plural } from '../../lib/i18n/i18n.ts';
import { type SavesState, highlightsByPage, filterChoices, type FilterChoices, type FilteredSaves, filteredSaves, isFiltering, type SavesFilter, savesProgress, savesSections } from './saves-model.ts';

export type ShownSaves = FilteredSaves & {
  choices: FilterChoices;
  /** How many highlights each page has, by its `pageKey`. */
  highlights: ReadonlyMap<string, number>;
  /** How far a batch has come; null where there is none to show. */
  progress: { sent: number; total: number } | null;
  isFiltered: boolean;
  /** How many are shown, and whether one that needs the person is not. */
  words: string;
};

/** What is shown of the saves, worked out anew only where they or the filter have changed. */
export function useShownSaves(state: SavesState, filter: SavesFilter): ShownSaves {
  // Typing goes before drawing.
  const wanted = useDeferredValue(filter);
  const sections = useMemo(() => (state.status === 'ready' ? savesSections(state) : []), [state]);
  const items = useMemo(() => (state.status === 'ready' ? state.items : []), [state]);
  const choices = useMemo(() => filterChoices(items), [items]);
  const progress = useMemo(() => (state.status === 'ready' ? savesProgress(state) : null), [state]);
  const highlights = useMemo(() => highlightsByPage(items), [items]);
  return useMemo(() => {
    const isThere = choices.memories.some(({ key }) => key === wanted.memory);
    // The last save of a Memory may have gone while it was chosen.
    const own = isThere ? wanted : { ...wanted, memory: null };
    const left = filteredSaves(sections, own);
    const { shown, total, hiddenNeedy } = left;
    return {
      ...left,
      choices,
      highlights,
      progress,
      isFiltered: isFiltering(own) && total > 0,
      words: sentences(
        t('saves_filter_shown', { shown, total }),
        hiddenNeedy === 0 ? '' : plural(hiddenNeedy, 'saves_filter_hidden'),
      ),
    };
  }, [sections, choices, highlights, progress, wanted]);
}
