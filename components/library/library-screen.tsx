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
import { FirstUse, NoMemory } from '../app/first-use.tsx';
import { onRowKey, RowsSkeleton } from '../app/list-row.tsx';
import { SavedDeletion } from '../app/saved-deletion.tsx';
import { type Deleted, UndoLine } from '../app/undo-line.tsx';
import type { ActiveConnectionHook } from '../app/use-active-connection.ts';
import { placeInRow, rowsAround, useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
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
import { Button, QuietButton } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { DeleteDocument, DocumentRow } from './document-row.tsx';
import type { DocumentRowOf } from './documents-state.ts';
import { keyOf } from './library-entries.ts';
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

export function LibraryScreen(props: LibraryScreenProps) {
  const { connection, saves, visits } = props;
  const batches = useBatches();
  const [filter, onFilter] = useState(noFilter);
  /** Value of `visits` when Save many was opened, so that the next visit closes it; null if it's closed. */
  const [manySince, setManySince] = useState<number | null>(null);
  const isMany = manySince === visits;
  const status = connection.state.status === 'ready' ? connection.state.connection : null;
  const library = useLibrary({
    connection: status,
    isConnecting: connection.state.status === 'loading',
    saves: saves.state,
    filter,
  });
  const manyRef = useReturnedFocus<HTMLButtonElement>(isMany);
  const goBack = () => setManySince(null);

  if (isMany) {
    return (
      <BatchScreen
        connection={connection}
        batches={batches}
        onBack={goBack}
        onWaiting={() => {
          onFilter(noFilter);
          goBack();
        }}
      />
    );
  }
  return (
    <Library
      {...props}
      {...{ status, library, filter, onFilter }}
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

type LibraryProps = Omit<LibraryScreenProps, 'visits'> & {
  /** Null while the connection is unknown. */
  status: ConnectionStatus | null;
  library: ReturnType<typeof useLibrary>;
  filter: SavesFilter;
  onFilter: (filter: SavesFilter) => void;
  batchStrip: ReactNode;
};

/** The data and actions that the parts of the screen share. */
type View = Pick<LibraryProps, 'connection' | 'saves' | 'status' | 'library' | 'onHighlights'> & {
  now: number;
  onAct: (action: RowAction, item: OutboxView) => void;
  onClear: () => void;
  onDeleteDocument: (row: DocumentRowOf) => void;
};

function Library({ filter, onFilter, batchStrip, ...props }: LibraryProps) {
  const { saves, library, status } = props;
  const { state } = saves;
  const { documents, shown, isLoading } = library;
  const isWaiting = documents.since !== null && documents.rows === null;
  const now = useNow(isWaiting ? 250 : 5_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const filterRef = useRef<HTMLInputElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const deletion = useDeletionNote(state);
  const { needy } = savesSummary(state);

  function aroundRow(id: string): readonly string[] {
    return rootRef.current === null ? [] : rowsAround(rootRef.current, id);
  }
  const onAct = useStable((action: RowAction, item: OutboxView) => {
    deletion.clear();
    if (action === 'edit' || action === 'delete')
      setDialog({ action, item, around: aroundRow(item.id) });
    else if (action === 'discard' || action === 'hide') void saves.discard([item]);
    else if (action === 'update-now') void saves.updateNow(item);
    else if (action === 'save-address') void saves.saveAddress(item, status?.kind === 'device');
    else if (action === 'allow-site') void saves.allowSite(item);
    else if (action === 'save-again') void saves.saveAgain(item);
    else void saves.retry([item]);
  });
  const onDeleteDocument = (row: DocumentRowOf) =>
    setDialog({ action: 'delete-document', row, around: aroundRow(row.document.id) });
  const onClear = () => {
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
  const view = { ...props, now, onAct, onClear, onDeleteDocument };
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
      <main className="saves-main" aria-busy={isLoading}>
        <h1 className="visually-hidden">{t('panel_views_library')}</h1>
        <div className="saves-top" data-filtering={shown.isFiltered || undefined}>
          {library.isEmpty ? null : (
            <FilterBar {...{ filter, onFilter }} choices={library.choices} ref={filterRef} />
          )}
          {batchStrip}
        </div>
        <Notices {...view} />
        {status?.kind === 'device' ? <ExportReminder /> : null}
        {attention === null ? null : <Attention section={attention} view={view} />}
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
        <List view={view} />
      </main>
      {dialog === null ? null : (
        <LibraryDialog {...{ dialog, view, onDeleted }} onClose={() => setDialog(null)} />
      )}
      <LiveRegion words={state.status === 'ready' ? triedAnnouncement(state, saves.tries) : ''} />
      <LiveRegion words={needy === 0 ? '' : plural(needy, 'saves_announce_needs')} />
      <LiveRegion words={isLoading ? '' : shown.words} />
    </div>
  );
}

/** Returns a stable function, so that only changed rows render. */
function useStable<Args extends unknown[]>(work: (...args: Args) => void) {
  const latestRef = useRef(work);
  useEffect(() => {
    latestRef.current = work;
  });
  return useCallback((...args: Args) => latestRef.current(...args), []);
}

function Notices({ connection: { state: connecting, reload }, saves, library }: View) {
  const { state } = saves;
  return (
    <>
      {connecting.status === 'failed' ? (
        <ErrorNotice error={connecting.error} onAgain={reload} />
      ) : null}
      {connecting.status === 'ready' && connecting.connection.kind === null ? <FirstUse /> : null}
      {state.status === 'failed' ? <ErrorAlert error={state.error} onRetry={saves.reload} /> : null}
      {state.status === 'ready' ? <StorageWarning storage={state.storage} /> : null}
      <DocumentErrors {...library} />
    </>
  );
}

function List({ view }: { view: View }) {
  const { status, library, onClear } = view;
  const { documents, shown, isLoading, isEmpty } = library;
  const { entries, isFiltered } = shown;
  if (isEmpty) return <Empty status={status} />;
  // Only saves that need attention are left, and those are shown above.
  if (!isLoading && !documents.hasMore && !isFiltered && entries.length === 0) return null;
  return (
    <section className="saves-section" aria-labelledby="library-total">
      <Head view={view} />
      <Entries key={shown.filterKey} view={view} />
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

type LibraryDialogProps = {
  dialog: Dialog;
  view: View;
  onClose: () => void;
  onDeleted: (deleted: Deleted, item: OutboxView | null) => void;
};

function LibraryDialog({ dialog, view, onClose, onDeleted }: LibraryDialogProps) {
  const { status, saves, library } = view;
  if (dialog.action === 'delete-document') {
    const { document, memoryId } = dialog.row;
    return (
      <DeleteDocument
        key={document.id}
        connectionId={status?.connectionId ?? ''}
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
    <EditSave key={item.id} connection={status} {...{ item, saves, onClose }} />
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
  const isSavedAgain =
    note !== null &&
    state.status === 'ready' &&
    state.items.some((item) => item.pageKey === note.pageKey && item.createdAt >= note.at);
  return {
    note: isSavedAgain ? null : note,
    set: (deleted: Deleted | null, pageKey: string | null) =>
      setNote(deleted && { ...deleted, pageKey, at: now() }),
    clear: () => setNote(null),
  };
}

type EntryRowProps = { entry: SavesEntry; isShownAbove?: boolean; view: View };

function EntryRow({ entry, isShownAbove = false, view }: EntryRowProps) {
  const { saves, status, library, now, onHighlights, onAct } = view;
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
      {...{ item, version, now, onHighlights, onAct }}
      failure={saves.errors.get(item.id) ?? null}
      tried={saves.tries.get(item.id) ?? 0}
      isWorking={saves.running.has(item.id)}
      isShownAbove={isShownAbove && item.state.status === 'waiting'}
      connection={status}
      highlights={item.kind === 'note' ? 0 : (library.highlights.get(item.pageKey) ?? 0)}
    />
  );
}

/** Shows a line that expands to the saves that need attention. */
function Attention({ section, view }: { section: SavesSection; view: View }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { items, entries } = section;
  // Saves that were just discarded stay visible with Undo, even if no others are left.
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
            <CircleAlert size={18} />
            {plural(items.length, 'library_needs')}
            <ChevronDown className="library-attention-fold" size={18} />
          </button>
        </h2>
      )}
      {isOpen ? <ForAll items={items} saves={view.saves} /> : null}
      <ul className="saves-list" id={id} hidden={shown.length === 0}>
        {shown.slice(0, limit).map((entry) => (
          <EntryRow key={keyOf(entry)} entry={entry} view={view} />
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
        <QuietButton data-act="discard-all" onClick={() => void saves.discard(unwanted)}>
          {t('saves_all_discard', { count: unwanted.length })}
        </QuietButton>
      )}
    </div>
  );
}

function Head({ view: { library, onClear } }: { view: View }) {
  const { words, isFiltered, entries } = library.shown;
  const { since, refresh, rows } = library.documents;
  return (
    <div className="library-total">
      <h2 id="library-total">
        {words === '' ? <span className="visually-hidden">{t('common_loading')}</span> : words}
      </h2>
      {!isFiltered || entries.length === 0 ? (
        <QuietButton
          busy={since !== null && rows !== null}
          icon={<RefreshCw size={14} />}
          onClick={refresh}
        >
          {t('profile_refresh')}
        </QuietButton>
      ) : (
        <QuietButton onClick={onClear}>{t('saves_filter_clear')}</QuietButton>
      )}
    </div>
  );
}

function Entries({ view }: { view: View }) {
  const { status, library, now } = view;
  const { entries } = library.shown;
  const { isLoading } = library;
  const { hasMore, isAddingMore, isCut, more, since } = library.documents;
  const { limit, endRef } = useMoreOnScroll({
    count: entries.length,
    isBusy: isAddingMore || isLoading,
    more: hasMore ? more : null,
  });
  const names = new Map(status?.memories.map(({ id, name }) => [id, name]));
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
                  now={now}
                  onDelete={status?.kind === 'read-only' ? null : view.onDeleteDocument}
                />
              ) : (
                <EntryRow key={keyOf(entry)} entry={entry} isShownAbove view={view} />
              ),
            )}
        </ul>
      )}
      {isWhole ? null : <ListSkeleton since={isLoading ? since : null} now={now} />}
      <div ref={endRef} />
      {isCut ? <p className="library-end">{t('documents_cut')}</p> : null}
    </>
  );
}

function ListSkeleton({ since, now }: { since: number | null; now: number }) {
  const elapsed = slowSeconds(since, now);
  return (
    <RowsSkeleton className="saves-list" widths={[82, 64, 91, 56]}>
      {elapsed === null ? null : (
        <p className="library-slow">
          {sentences(t('profile_reading', { count: seconds(elapsed) }), t('common_slow'))}
        </p>
      )}
    </RowsSkeleton>
  );
}

function Empty({ status }: { status: ConnectionStatus | null }) {
  const { popup: keys } = useShortcuts();
  // `FirstUse` is shown instead.
  if (status?.kind === null) return null;
  if (status?.memories.length === 0) return <NoMemory />;
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
  return <ProgressLine label={t('saves_progress_label')} words={words} value={sent} max={total} />;
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

type DocumentErrorsProps = Pick<LibraryProps['library'], 'documents' | 'memories'>;

function DocumentErrors({ documents, memories }: DocumentErrorsProps) {
  const { error, unanswered, since, again } = documents;
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
          busy={since !== null}
          onAgain={again}
        />
      ))}
    </div>
  );
}

/** Describes an error, with the names of the Memories that couldn't be loaded unless none could. */
function wordsOf(
  failed: AppError,
  ids: readonly string[],
  memories: readonly MemoryChoice[],
): ErrorWords {
  const words = errorWords(failed);
  if (ids.length === memories.length) return words;
  const names = memories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const title = t('library_notLoaded', { memories: listed(names.slice(0, 5)) });
  return { ...words, title, next: words.title };
}
