import { useDeferredValue, useMemo } from 'react';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import {
  filterChoices,
  filteredSaves,
  highlightsByPage,
  isFiltering,
  memoryKeyOf,
  type SavesFilter,
  savesProgress,
  savesSections,
  waitingTogether,
} from '../outbox/saves-list.ts';
import type { SavesState } from '../outbox/saves-state.ts';
import { documentOfSave, filteredDocuments, libraryEntries } from './library-entries.ts';
import { useDocuments } from './use-documents.ts';

type LibraryParts = {
  /** Null while it is unknown. */
  connection: ConnectionStatus | null;
  isConnecting: boolean;
  saves: SavesState;
  filter: SavesFilter;
};

/** Lists everything in the active connection, and the saves waiting to be sent. */
export function useLibrary({ connection, isConnecting, saves, filter }: LibraryParts) {
  // Typing takes priority over rendering the list.
  const wanted = useDeferredValue(filter);
  const ready = saves.status === 'ready' ? saves : null;
  const items = useMemo(() => ready?.items ?? [], [ready]);
  const sections = useMemo(() => (ready === null ? [] : savesSections(ready)), [ready]);
  const choices = useMemo(() => filterChoices(items, connection), [items, connection]);
  const progress = useMemo(() => (ready === null ? null : savesProgress(ready)), [ready]);
  const highlights = useMemo(() => highlightsByPage(items), [items]);

  const memories = useMemo(() => connection?.memories ?? [], [connection]);
  const connectionId = connection?.connectionId ?? null;
  const isThere = choices.memories.some(({ key }) => key === wanted.memory);
  // The Memory, or the last save in it, may have been deleted.
  const own = useMemo(() => (isThere ? wanted : { ...wanted, memory: null }), [isThere, wanted]);
  const memory =
    memories.find(({ id }) => memoryKeyOf(connectionId ?? '', id) === own.memory) ?? null;
  const documents = useDocuments(connection, memory?.id ?? null);
  const { rows, horizon, all, hasMore, since, error, unanswered, listsAllOf, drop } = documents;

  const isReading = connection !== null && connection.kind !== null && since !== null;
  const isLoading = isConnecting || saves.status === 'loading' || (rows === null && isReading);
  const hasError = error !== null || unanswered.length > 0;
  const isSettled = connection !== null && !isLoading && !hasMore && !hasError;
  const whole = useMemo(() => {
    const parts = { saves: items, connectionId, listsAllOf };
    return (left: typeof sections, documentRows: typeof rows, from: number) =>
      libraryEntries({ ...parts, sections: left, documents: documentRows, horizon: from });
  }, [items, connectionId, listsAllOf]);
  const total = useMemo(
    () =>
      memory === null ? whole(sections, rows, horizon) : whole(sections, all.rows, all.horizon),
    [whole, memory, sections, rows, horizon, all],
  );

  const shown = useMemo(() => {
    const isFiltered = isFiltering(own);
    const left = filteredSaves(sections, own);
    // A Memory of another connection has no documents here.
    const isElsewhere = own.memory !== null && memory === null;
    const documentRows = isElsewhere || rows === null ? null : filteredDocuments(rows, own);
    const entries = isFiltered ? whole(left.sections, documentRows, horizon) : total;
    const needy = left.sections.find(({ key }) => key === 'attention') ?? null;
    const matches = entries.length + (needy?.items.length ?? 0);
    const sending = left.sections.find(({ key }) => key === 'progress')?.items ?? [];
    const hidden = left.hiddenNeedy === 0 ? '' : plural(left.hiddenNeedy, 'saves_filter_hidden');
    const count = total.length;
    const allNeedy = sections.find(({ key }) => key === 'attention')?.items.length ?? 0;
    return {
      attention: needy,
      together: waitingTogether(sending),
      entries,
      isFiltered,
      filterKey: JSON.stringify(own),
      words: isFiltered
        ? sentences(t('saves_filter_shown', { shown: matches, total: count + allNeedy }), hidden)
        : totalWords(count, { isSettled, isLoading }),
    };
  }, [own, sections, memory, rows, horizon, whole, total, isSettled, isLoading]);

  return {
    documents,
    choices,
    progress,
    highlights,
    shown,
    isLoading,
    /** Whether it's certain that nothing is saved. */
    isEmpty:
      saves.status !== 'failed' && isSettled && total.length === 0 && shown.attention === null,
    dropDocumentOf: (item: OutboxView) => {
      const row = documentOfSave(item, rows ?? []);
      if (row !== null) drop(row.document.id);
    },
    memories: memory === null ? memories : [memory],
    memoryOf: (id: string) => memories.find((one) => one.id === id) ?? { id, name: '' },
  };
}

function totalWords(
  count: number,
  { isSettled, isLoading }: { isSettled: boolean; isLoading: boolean },
): string {
  if (isSettled) return plural(count, 'library_total');
  return isLoading && count === 0 ? '' : t('library_totalSoFar', { count });
}
