import '../outbox/saves-screen.css';
import './library.css';
import { CircleAlert, ChevronDown, RefreshCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { listed, plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { dayAndTime, seconds } from '../../lib/i18n/time.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxList, OutboxView } from '../../lib/outbox/model.ts';
import { useBridge } from '../app/bridge.ts';
import { ErrorNotice } from '../app/error-notice.tsx';
import { FirstUse } from '../app/first-use.tsx';
import { onRowKey } from '../app/list-row.tsx';
import { SavedDeletion } from '../app/saved-deletion.tsx';
import { type Deleted, UndoLine } from '../app/undo-line.tsx';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { placeInRow, rowsAround, useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { slowSeconds } from '../app/use-query.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { BatchScreen } from '../batch/batch-screen.tsx';
import { BatchStrip } from '../batch/batch-strip.tsx';
import { useBatches } from '../batch/use-batches.ts';
import { DiscardedRow } from '../outbox/discarded-row.tsx';
import { EditSave } from '../outbox/edit-save.tsx';
import { FilterBar } from '../outbox/filter-bar.tsx';
import { type RowAction, SaveRow } from '../outbox/save-row.tsx';
import { bareTitleOf } from '../outbox/save-state.ts';
import {
  many,
  noFilter,
  refused,
  retryable,
  type SavesEntry,
  type SavesFilter,
  type SavesSection,
  triedAnnouncement,
  versionsOf,
} from '../outbox/saves-list.ts';
import { type SavesState, savesSummary } from '../outbox/saves-state.ts';
import type { SavesHook } from '../outbox/use-saves.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { DeleteDocument, DocumentRow } from './document-row.tsx';
import type { DocumentRowOf } from './documents-state.ts';
import { keyOf, type LibraryEntry } from './library-entries.ts';
import type { DocumentsHook } from './use-documents.ts';
import { useLibrary } from './use-library.ts';
import { ExportReminder } from '../transfer/export-reminder.tsx';
import { useMoreOnScroll } from '../app/use-more-on-scroll.ts';

type LibraryScreenProps = {
  connection: ActiveConnectionHook;
  saves: SavesHook;
  /** Changes when the person presses the view's button while it is shown. */
  visits: number;
  onHighlights: (pageKey: string) => void;
};

export function LibraryScreen({ connection, saves, visits, onHighlights }: LibraryScreenProps) {
  const batches = useBatches();
  const [filter, setFilter] = useState(noFilter);
  /** The visit in which Save many was opened; null if it's closed. The next visit closes it. */
  const [manySince, setManySince] = useState<number | null>(null);
  const isMany = manySince === visits;
  const status = connection.state.status === 'ready' ? connection.state.connection : null;
  const library = useLibrary({
    connection: status,
    isConnecting: connection.state.status === 'loading',
    saves: saves.state,
    filter,
  });
  const manyRef = useRef<HTMLButtonElement>(null);
  const wasManyRef = useRef(isMany);

  useEffect(() => {
    if (wasManyRef.current && !isMany) manyRef.current?.focus();
    wasManyRef.current = isMany;
  }, [isMany]);
  const goBack = useCallback(() => setManySince(null), []);

  if (isMany) {
    return (
      <BatchScreen
        connection={connection}
        batches={batches}
        onBack={goBack}
        onWaiting={() => {
          setFilter(noFilter);
          goBack();
        }}
      />
    );
  }
  return (
    <Library
      connection={connection}
      saves={saves}
      library={library}
      filter={filter}
      onFilter={setFilter}
      onHighlights={onHighlights}
      batchStrip={
        <BatchStrip
          batches={batches.list ?? []}
          openRef={manyRef}
          onOpen={() => setManySince(visits)}
        />
      }
    />
  );
}

/** `around` has the ids of the adjacent rows; one of them gets focus after a deletion. */
type Dialog = { around: readonly string[] } & (
  | { action: 'edit' | 'delete'; item: OutboxView }
  | { action: 'delete-document'; row: DocumentRowOf }
);

type LibraryProps = Pick<LibraryScreenProps, 'connection' | 'saves' | 'onHighlights'> & {
  library: ReturnType<typeof useLibrary>;
  filter: SavesFilter;
  onFilter: (filter: SavesFilter) => void;
  batchStrip: ReactNode;
};

function Library(props: LibraryProps) {
  const { connection, saves, library, filter, onFilter, onHighlights, batchStrip } = props;
  const { state } = saves;
  const { documents, shown } = library;
  const status = connection.state.status === 'ready' ? connection.state.connection : null;
  const isWaiting = documents.since !== null && documents.rows === null;
  const now = useNow(isWaiting ? 250 : 5_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const filterRef = useRef<HTMLInputElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const deletion = useDeletionNote(state);
  const { clear: clearNote } = deletion;
  const act = useRowActions(saves, { isReadHere: status?.kind === 'device', clearNote, onDialog });
  const { needy } = savesSummary(state);

  function onDialog(next: DistributiveOmit<Dialog, 'around'>): void {
    const id = next.action === 'delete-document' ? next.row.document.id : next.item.id;
    const around = rootRef.current === null ? [] : rowsAround(rootRef.current, id);
    setDialog({ ...next, around });
  }
  const clearFilters = () => {
    onFilter(noFilter);
    filterRef.current?.focus();
  };
  const onDeleted = (deleted: Deleted, item: OutboxView | null) => {
    deletion.set(deleted, item?.pageKey ?? null);
    // Otherwise, its document would be listed until the list is read again.
    if (item !== null) library.dropDocumentOf(item);
    const around = dialog?.around ?? [];
    setDialog(null);
    const { current: root } = rootRef;
    (root === null ? null : (placeInRow(root, around) ?? root))?.focus();
  };
  const rowProps = {
    saves,
    now,
    connection: status,
    highlights: library.highlights,
    onHighlights,
    onAct: act,
  };
  const { attention, together } = shown;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the rows inside
    <div
      className="saves-screen"
      ref={rootRef}
      tabIndex={-1}
      onKeyDown={(event) => onRowKey(event, filterRef.current)}
      {...keptFocus}
    >
      <main className="saves-main" aria-busy={library.isLoading}>
        <h1 className="visually-hidden">{t('panel_views_library')}</h1>
        <div className="saves-top" data-filtering={shown.isFiltered || undefined}>
          {library.isEmpty ? null : (
            <FilterBar
              filter={filter}
              choices={library.choices}
              onFilter={onFilter}
              ref={filterRef}
            />
          )}
          {batchStrip}
        </div>
        <Notices connection={connection} saves={saves} library={library} />
        {status?.kind === 'device' ? <ExportReminder /> : null}
        {attention === null ? null : <Attention section={attention} {...rowProps} />}
        <SavesProgress progress={shown.isFiltered ? null : library.progress} />
        {together === null ? null : (
          <div className="library-together">
            <p>{together.words}</p>
            <Button
              size="small"
              data-act="retry-all"
              onClick={() => void saves.retry(together.items)}
            >
              {t('saves_all_retryNow')}
            </Button>
          </div>
        )}
        <UndoLine deleted={deletion.note} onChange={(next) => deletion.set(next, null)} />
        <List
          library={library}
          onClear={clearFilters}
          onDeleteDocument={(row) => onDialog({ action: 'delete-document', row })}
          {...rowProps}
        />
      </main>
      <LibraryDialog
        dialog={dialog}
        connection={status}
        saves={saves}
        library={library}
        onClose={() => setDialog(null)}
        onDeleted={onDeleted}
      />
      <LiveRegion words={state.status === 'ready' ? triedAnnouncement(state, saves.tries) : ''} />
      <LiveRegion words={needy === 0 ? '' : plural(needy, 'saves_announce_needs')} />
      <LiveRegion words={library.isLoading ? '' : shown.words} />
    </div>
  );
}

type NoticesProps = Pick<LibraryProps, 'connection' | 'saves' | 'library'>;

function Notices({ connection, saves, library: { documents, memories } }: NoticesProps) {
  const { state } = saves;
  return (
    <>
      {connection.state.status === 'failed' ? (
        <ErrorNotice
          error={connection.state.error}
          words={errorWords(connection.state.error)}
          again={t('common_retry')}
          onAgain={connection.reload}
        />
      ) : null}
      {connection.state.status === 'ready' && connection.state.connection.kind === null ? (
        <FirstUse />
      ) : null}
      {state.status === 'failed' ? <ErrorAlert error={state.error} onRetry={saves.reload} /> : null}
      {state.status === 'ready' ? <StorageWarning storage={state.storage} /> : null}
      <DocumentErrors {...documents} memories={memories} />
    </>
  );
}

type ListProps = RowProps & {
  library: LibraryProps['library'];
  onClear: () => void;
  onDeleteDocument: (row: DocumentRowOf) => void;
};

function List({ library, onClear, onDeleteDocument, ...rowProps }: ListProps) {
  const { documents, shown, isLoading, isEmpty } = library;
  const { entries, isFiltered } = shown;
  if (isEmpty) return <Empty status={rowProps.connection} />;
  // Everything needs attention, which is shown above.
  if (!isLoading && !documents.hasMore && !isFiltered && entries.length === 0) return null;
  return (
    <section className="saves-section" aria-labelledby="library-total">
      <Head
        words={shown.words}
        onClear={isFiltered && entries.length > 0 ? onClear : null}
        documents={documents}
      />
      <Entries
        key={shown.filterKey}
        entries={entries}
        documents={documents}
        isLoading={isLoading}
        onDeleteDocument={rowProps.connection?.kind === 'read-only' ? null : onDeleteDocument}
        {...rowProps}
      />
      {!isLoading && entries.length === 0 && isFiltered ? (
        <MessageBlock title={t('saves_filter_none_title')}>
          <p>{t('saves_filter_none_text')}</p>
          <Button size="small" onClick={onClear}>
            {t('saves_filter_clear')}
          </Button>
        </MessageBlock>
      ) : null}
    </section>
  );
}

type LibraryDialogProps = Pick<LibraryProps, 'saves' | 'library'> & {
  dialog: Dialog | null;
  connection: ConnectionStatus | null;
  onClose: () => void;
  onDeleted: (deleted: Deleted, item: OutboxView | null) => void;
};

function LibraryDialog(props: LibraryDialogProps) {
  const { dialog, connection, saves, library, onClose, onDeleted } = props;
  if (dialog === null) return null;
  if (dialog.action === 'delete-document') {
    const { document, memoryId } = dialog.row;
    return (
      <DeleteDocument
        key={document.id}
        connectionId={connection?.connectionId ?? ''}
        memory={library.memoryOf(memoryId)}
        document={document}
        onGone={library.documents.drop}
        onCancel={onClose}
        onDone={(deleted) => onDeleted(deleted, null)}
      />
    );
  }
  const { item } = dialog;
  return dialog.action === 'edit' ? (
    <EditSave key={item.id} {...{ item, connection, saves, onClose }} />
  ) : (
    <SavedDeletion
      key={item.id}
      name={nameOf(item, saves.state)}
      steps={saves.deletionOf(item.id)}
      onDone={(deleted) => onDeleted(deleted, item)}
      onCancel={onClose}
    />
  );
}

type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

type RowActionParts = {
  isReadHere: boolean;
  clearNote: () => void;
  onDialog: (dialog: { action: 'edit' | 'delete'; item: OutboxView }) => void;
};

/** Stays the same function, so that only changed rows render. */
function useRowActions(saves: SavesHook, parts: RowActionParts) {
  const latest = useRef({ saves, ...parts });
  useEffect(() => {
    latest.current = { saves, ...parts };
  });
  return useCallback((action: RowAction, item: OutboxView) => {
    const { clearNote, onDialog, isReadHere } = latest.current;
    const { retry, discard, updateNow, saveAddress, allowSite, saveAgain } = latest.current.saves;
    clearNote();
    if (action === 'edit' || action === 'delete') onDialog({ action, item });
    else if (action === 'discard' || action === 'hide') void discard([item]);
    else if (action === 'update-now') void updateNow(item);
    else if (action === 'save-address') void saveAddress(item, isReadHere);
    else if (action === 'allow-site') void allowSite(item);
    else if (action === 'save-again') void saveAgain(item);
    else void retry([item]);
  }, []);
}

function nameOf(item: OutboxView, state: SavesState): string {
  const title = bareTitleOf(item).slice(0, 120);
  const isVersion = state.status === 'ready' && versionsOf(state.items).has(item.id);
  return t('saves_quoted', {
    words: isVersion ? t('saves_versionOf', { title, when: dayAndTime(item.createdAt) }) : title,
  });
}

function useDeletionNote(state: SavesState) {
  const { now } = useBridge();
  const [note, setNote] = useState<(Deleted & { pageKey: string | null; at: number }) | null>(null);
  const set = useCallback(
    (deleted: Deleted | null, pageKey: string | null) =>
      setNote(deleted && { ...deleted, pageKey, at: now() }),
    [now],
  );
  const clear = useCallback(() => setNote(null), []);
  const isSavedAgain =
    note !== null &&
    state.status === 'ready' &&
    state.items.some((item) => item.pageKey === note.pageKey && item.createdAt >= note.at);
  return { note: isSavedAgain ? null : note, set, clear };
}

type RowProps = {
  saves: SavesHook;
  now: number;
  connection: ConnectionStatus | null;
  highlights: ReadonlyMap<string, number>;
  onHighlights: (pageKey: string) => void;
  onAct: (action: RowAction, item: OutboxView) => void;
};

function EntryRow({
  entry,
  isShownAbove = false,
  saves,
  now,
  connection,
  highlights,
  onHighlights,
  onAct,
}: RowProps & { entry: SavesEntry; isShownAbove?: boolean }) {
  if (entry.kind === 'discarded') {
    return (
      <DiscardedRow
        discarded={entry.discarded}
        onUndo={saves.restore}
        onForget={saves.forgetDiscarded}
      />
    );
  }
  const { item, version } = entry;
  return (
    <SaveRow
      item={item}
      version={version}
      now={now}
      failure={saves.errors.get(item.id) ?? null}
      tried={saves.tries.get(item.id) ?? 0}
      isWorking={saves.running.has(item.id)}
      isShownAbove={isShownAbove && item.state.status === 'waiting'}
      connection={connection}
      highlights={item.kind === 'note' ? 0 : (highlights.get(item.pageKey) ?? 0)}
      onHighlights={onHighlights}
      onAct={onAct}
    />
  );
}

/** One line, which unfolds the saves that wait for the person. */
function Attention({ section, ...rowProps }: RowProps & { section: SavesSection }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { items, entries } = section;
  const { saves } = rowProps;
  // What was discarded just now can be restored, even if it was the last one.
  const shown = isOpen || items.length === 0 ? entries : [];
  const { limit, endRef } = useMoreOnScroll({ count: shown.length, isBusy: false, more: null });
  return (
    <section
      className="saves-section"
      data-section="attention"
      aria-labelledby={items.length === 0 ? undefined : `${id}-line`}
    >
      {items.length === 0 ? null : (
        <h2 className="library-attention">
          <button
            type="button"
            id={`${id}-line`}
            className="library-attention-line"
            data-act="attention"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <CircleAlert size={18} aria-hidden="true" />
            {plural(items.length, 'library_needs')}
            <ChevronDown className="library-attention-fold" size={18} aria-hidden="true" />
          </button>
        </h2>
      )}
      {isOpen ? <ForAll items={items} saves={saves} /> : null}
      <ul className="saves-list" id={id} hidden={shown.length === 0}>
        {shown.slice(0, limit).map((entry) => (
          <EntryRow key={keyOf(entry)} entry={entry} {...rowProps} />
        ))}
      </ul>
      <div ref={endRef} />
    </section>
  );
}

function ForAll({ items, saves }: { items: readonly OutboxView[]; saves: SavesHook }) {
  const again = retryable(items);
  const unwanted = refused(items);
  if (again.length < many && unwanted.length < many) return null;
  return (
    <div className="saves-section-all">
      {again.length < many ? null : (
        <Button size="small" data-act="retry-all" onClick={() => void saves.retry(again)}>
          {t('saves_all_retry')}
        </Button>
      )}
      {unwanted.length < many ? null : (
        <Button
          size="small"
          look="quiet"
          data-act="discard-all"
          onClick={() => void saves.discard(unwanted)}
        >
          {t('saves_all_discard', { count: unwanted.length })}
        </Button>
      )}
    </div>
  );
}

type HeadProps = { words: string; onClear: (() => void) | null; documents: DocumentsHook };

function Head({ words, onClear, documents: { since, refresh, rows } }: HeadProps) {
  return (
    <div className="library-total">
      <h2 id="library-total">
        {words === '' ? <span className="visually-hidden">{t('common_loading')}</span> : words}
      </h2>
      {onClear === null ? (
        <Button
          look="quiet"
          size="small"
          busy={since !== null && rows !== null}
          icon={<RefreshCw size={14} aria-hidden="true" />}
          onClick={refresh}
        >
          {t('profile_refresh')}
        </Button>
      ) : (
        <Button size="small" look="quiet" onClick={onClear}>
          {t('saves_filter_clear')}
        </Button>
      )}
    </div>
  );
}

type EntriesProps = RowProps & {
  entries: readonly LibraryEntry[];
  documents: DocumentsHook;
  isLoading: boolean;
  onDeleteDocument: ((row: DocumentRowOf) => void) | null;
};

function Entries({ entries, documents, isLoading, onDeleteDocument, ...rowProps }: EntriesProps) {
  const { hasMore, isAddingMore, isCut, more, since } = documents;
  const { limit, endRef } = useMoreOnScroll({
    count: entries.length,
    isBusy: isAddingMore || isLoading,
    more: hasMore ? more : null,
  });
  const names = new Map(rowProps.connection?.memories.map(({ id, name }) => [id, name]));
  const isWhole = !hasMore && !isLoading && limit >= entries.length;
  return (
    <>
      {entries.length === 0 ? null : (
        <ul className="saves-list" aria-labelledby="library-total" data-list="library">
          {entries
            .slice(0, limit)
            .map((entry) =>
              entry.kind === 'document' ? (
                <DocumentRow
                  key={keyOf(entry)}
                  row={entry.row}
                  memory={names.get(entry.row.memoryId) ?? ''}
                  now={rowProps.now}
                  onDelete={onDeleteDocument}
                />
              ) : (
                <EntryRow key={keyOf(entry)} entry={entry} isShownAbove {...rowProps} />
              ),
            )}
        </ul>
      )}
      {isWhole ? null : <ListSkeleton since={isLoading ? since : null} now={rowProps.now} />}
      <div ref={endRef} />
      {isCut ? <p className="library-end">{t('documents_cut')}</p> : null}
      {isWhole && entries.length > 0 ? <p className="library-end">{t('documents_notes')}</p> : null}
    </>
  );
}

function ListSkeleton({ since, now }: { since: number | null; now: number }) {
  const elapsed = slowSeconds(since, now);
  return (
    <div className="saves-list" data-skeleton>
      <span className="visually-hidden">{t('common_loading')}</span>
      {[82, 64, 91, 56].map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
      {elapsed === null ? null : (
        <p className="library-slow">
          {sentences(t('profile_reading', { count: seconds(elapsed) }), t('common_slow'))}
        </p>
      )}
    </div>
  );
}

function Empty({ status }: { status: ConnectionStatus | null }) {
  const { openWelcome } = useBridge();
  const { popup: keys } = useShortcuts();
  // `FirstUse` is shown instead.
  if (status?.kind === null) return null;
  if (status !== null && status.memories.length === 0) {
    return (
      <MessageBlock art={<Mark size={56} />} title={t('common_noMemory')}>
        <Button look="primary" onClick={() => void openWelcome()}>
          {t('search_noMemory_action')}
        </Button>
      </MessageBlock>
    );
  }
  return (
    <MessageBlock art={<Mark size={56} />} title={t('saves_empty_title')}>
      <p>{t('saves_empty_text')}</p>
      {status?.kind === 'read-only' ? null : (
        <p>
          {t('welcome_ready_tries_save_text')} {keys === undefined ? null : <Keycaps keys={keys} />}
        </p>
      )}
    </MessageBlock>
  );
}

function SavesProgress({ progress }: { progress: { sent: number; total: number } | null }) {
  if (progress === null) return null;
  const { sent, total } = progress;
  const words = t('saves_progress_text', { sent, total });
  return (
    <div className="saves-progress">
      <progress
        className="saves-progress-bar"
        aria-label={t('saves_progress_label')}
        aria-valuetext={words}
        value={sent}
        max={total}
      />
      <span className="saves-progress-words">{words}</span>
    </div>
  );
}

function StorageWarning({ storage }: { storage: OutboxList['storage'] }) {
  const { usedBytes, limitBytes, isNearlyFull } = storage;
  const isFull = usedBytes >= limitBytes;
  if (!isNearlyFull && !isFull) return null;
  return (
    <Notice
      tone={isFull ? 'bad' : 'wait'}
      title={isFull ? t('saves_storage_full') : t('saves_storage_nearly')}
      text={t('saves_storage_text', { used: sizeWords(usedBytes), limit: sizeWords(limitBytes) })}
    />
  );
}

type DocumentErrorsProps = Pick<DocumentsHook, 'error' | 'unanswered' | 'since' | 'again'> & {
  memories: readonly MemoryChoice[];
};

function DocumentErrors({ error, unanswered, since, again, memories }: DocumentErrorsProps) {
  const byCode = Map.groupBy(unanswered, (one): AppErrorCode => one.error.code);
  const notices: { failed: AppError; words: ErrorWords }[] =
    error !== null
      ? [{ failed: error, words: errorWords(error) }]
      : [...byCode.values()].flatMap((group) => {
          const failed = group[0]?.error;
          const ids = group.map(({ memoryId }) => memoryId);
          return failed === undefined ? [] : [{ failed, words: wordsOf(failed, ids, memories) }];
        });
  return (
    <div className="documents-trouble" aria-live="polite">
      {notices.map(({ failed, words }) => (
        <ErrorNotice
          key={failed.code}
          error={failed}
          words={words}
          again={t('common_retry')}
          busy={since !== null}
          onAgain={again}
        />
      ))}
    </div>
  );
}

/** Names the Memories that didn't respond, unless none did. */
function wordsOf(
  failed: AppError,
  ids: readonly string[],
  memories: readonly MemoryChoice[],
): ErrorWords {
  const words = errorWords(failed);
  if (ids.length === memories.length) return words;
  const names = memories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const title = t('search_unanswered', { memories: listed(names.slice(0, 5)) });
  return { ...words, title, next: words.title };
}
