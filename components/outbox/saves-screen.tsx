import './saves-screen.css';
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxList, OutboxView } from '../../lib/outbox/model.ts';
import { t, plural, sentences } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { dayAndTime } from '../../lib/i18n/time.ts';
import { useBridge } from '../app/bridge.ts';
import { onRowKey } from '../app/list-row.tsx';
import { SavedDeletion } from '../app/saved-deletion.tsx';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { placeInRow, rowsAround, useFirstOfMore, useKeptFocus } from '../app/use-focus.ts';
import { useNow } from '../app/use-now.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { DiscardedRow } from './discarded-row.tsx';
import { EditSave } from './edit-save.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type RowAction, SaveRow } from './save-row.tsx';
import { bareTitleOf } from './save-state.ts';
import {
  filterChoices,
  filteredSaves,
  highlightsByPage,
  isFiltering,
  many,
  noFilter,
  refused,
  retryable,
  type SavesFilter,
  savesProgress,
  type SavesSection,
  savesSections,
  triedAnnouncement,
  versionsOf,
  waitingTogether,
} from './saves-list.ts';
import { type SavesState, savesSummary } from './saves-state.ts';
import type { SavesHook } from './use-saves.ts';

type Dialog = {
  action: 'edit' | 'delete';
  item: OutboxView;
  /** Ids of the neighbouring rows; one of them gets the focus after a deletion. */
  around: readonly string[];
};

type SavesScreenProps = {
  connection: ActiveConnectionState;
  saves: SavesHook;
  filter: SavesFilter;
  onFilter: (filter: SavesFilter) => void;
  frontPage: string | null;
  onHighlights: () => void;
  batchStrip?: ReactNode;
};

export function SavesScreen(props: SavesScreenProps) {
  const { connection, saves, filter, onFilter, frontPage, onHighlights, batchStrip } = props;
  const { state, retry, updateNow, discard, saveAddress, allowSite, saveAgain } = saves;
  const status = connection.status === 'ready' ? connection.connection : null;
  const isReadHere = status?.kind === 'device';
  const now = useNow(5_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const filterRef = useRef<HTMLInputElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const deletion = useDeletionNote(state);
  const { clear: clearNote } = deletion;

  const act = useCallback(
    (action: RowAction, item: OutboxView) => {
      clearNote();
      if (action === 'edit' || action === 'delete') {
        const around = rootRef.current === null ? [] : rowsAround(rootRef.current, item.id);
        setDialog({ action, item, around });
      } else if (action === 'discard' || action === 'hide') void discard([item]);
      else if (action === 'update-now') void updateNow(item);
      else if (action === 'save-address') void saveAddress(item, isReadHere);
      else if (action === 'allow-site') void allowSite(item);
      else if (action === 'save-again') void saveAgain(item);
      else void retry([item]);
    },
    [clearNote, retry, updateNow, discard, saveAddress, allowSite, saveAgain, isReadHere],
  );
  const shown = useShownSaves(state, filter);
  const { sections, choices } = shown;
  const { needy } = savesSummary(state);
  const hasSaves = shown.total > 0 || sections.length > 0;
  const isService = status !== null && status.kind !== null && status.kind !== 'device';

  const clearFilters = () => {
    onFilter(noFilter);
    filterRef.current?.focus();
  };
  const onDeleted = (words: string) => {
    setDialog(null);
    if (dialog !== null) deletion.set(words, dialog.item);
    const { current: root } = rootRef;
    (root === null ? null : (placeInRow(root, dialog?.around ?? []) ?? root))?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the rows inside
    <div
      className="saves-screen"
      ref={rootRef}
      tabIndex={-1}
      onKeyDown={(event) => onRowKey(event, filterRef.current)}
      {...keptFocus}
    >
      <div className="saves-main" aria-busy={state.status === 'loading'}>
        <div className="saves-top" data-filtering={shown.isFiltered || undefined}>
          {state.status === 'loading' || hasSaves ? (
            <FilterBar filter={filter} choices={choices} onFilter={onFilter} ref={filterRef} />
          ) : null}
          {batchStrip}
        </div>
        {shown.isFiltered ? (
          <div className="saves-filtered">
            <p>{shown.words}</p>
            {shown.shown === 0 ? null : (
              <Button size="small" look="quiet" onClick={clearFilters}>
                {t('saves_filter_clear')}
              </Button>
            )}
          </div>
        ) : (
          <SavesProgress progress={shown.progress} />
        )}
        <ListState state={state} onRetry={saves.reload} />
        <output className="saves-announcement">{deletion.words}</output>
        {state.status === 'ready' && sections.length === 0 ? (
          <NothingShown
            onClear={shown.isFiltered ? clearFilters : null}
            canSave={status?.kind !== 'read-only'}
          />
        ) : null}
        {sections.map((section) => (
          <Section
            key={section.key}
            section={section}
            saves={saves}
            now={now}
            connection={status}
            highlights={shown.highlights}
            frontPage={frontPage}
            onHighlights={onHighlights}
            onAct={act}
          />
        ))}
        {state.status === 'ready' && isService ? (
          <p className="saves-only-here">
            {t('saves_onlyHere', { tab: t('library_tabs_connection') })}
          </p>
        ) : null}
      </div>
      <SaveDialog
        dialog={dialog}
        connection={status}
        saves={saves}
        onClose={() => setDialog(null)}
        onDeleted={onDeleted}
      />
      <LiveRegion words={state.status === 'ready' ? triedAnnouncement(state, saves.tries) : ''} />
      <LiveRegion words={needy === 0 ? '' : plural(needy, 'saves_announce_needs')} />
      <LiveRegion words={shown.isFiltered ? shown.words : ''} />
    </div>
  );
}

type SaveDialogProps = {
  dialog: Dialog | null;
  connection: ConnectionStatus | null;
  saves: SavesHook;
  onClose: () => void;
  onDeleted: (words: string) => void;
};

function SaveDialog({ dialog, connection, saves, onClose, onDeleted }: SaveDialogProps) {
  if (dialog === null) return null;
  const { action, item } = dialog;
  return action === 'edit' ? (
    <EditSave key={item.id} {...{ item, connection, saves, onClose }} />
  ) : (
    <SavedDeletion
      key={item.id}
      name={nameOf(item, saves.state)}
      steps={saves.deletionOf(item.id)}
      onDone={onDeleted}
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
  const [note, setNote] = useState<{ words: string; pageKey: string; at: number } | null>(null);
  const set = useCallback(
    (words: string, { pageKey }: OutboxView) => setNote({ words, pageKey, at: now() }),
    [now],
  );
  const clear = useCallback(() => setNote(null), []);
  const isSavedAgain =
    note !== null &&
    state.status === 'ready' &&
    state.items.some((item) => item.pageKey === note.pageKey && item.createdAt >= note.at);
  return { words: note === null || isSavedAgain ? '' : note.words, set, clear };
}

function useShownSaves(state: SavesState, filter: SavesFilter) {
  // Typing has priority over rendering the list.
  const wanted = useDeferredValue(filter);
  const ready = state.status === 'ready' ? state : null;
  const sections = useMemo(() => (ready === null ? [] : savesSections(ready)), [ready]);
  const items = useMemo(() => ready?.items ?? [], [ready]);
  const choices = useMemo(() => filterChoices(items), [items]);
  const progress = useMemo(() => (ready === null ? null : savesProgress(ready)), [ready]);
  const highlights = useMemo(() => highlightsByPage(items), [items]);
  return useMemo(() => {
    const isThere = choices.memories.some(({ key }) => key === wanted.memory);
    // The filtered Memory's last save can disappear.
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

type SectionProps = Pick<SavesScreenProps, 'saves' | 'frontPage' | 'onHighlights'> & {
  section: SavesSection;
  now: number;
  connection: ConnectionStatus | null;
  highlights: ReadonlyMap<string, number>;
  onAct: (action: RowAction, item: OutboxView) => void;
};

/** Rows shown initially, and added by each “Show more”. */
const portion = 100;

const sectionTitles = {
  attention: t('saves_sections_attention'),
  progress: t('saves_sections_progress'),
  saved: t('outbox_saved'),
};

function Section(props: SectionProps) {
  const { section, saves, now, connection, highlights, frontPage, onHighlights, onAct } = props;
  const { key, entries, items } = section;
  const [shown, setShown] = useState(portion);
  const listRef = useRef<HTMLUListElement>(null);
  const id = useId();
  useFirstOfMore(listRef, shown);
  const left = entries.length - shown;
  const together = key === 'progress' ? waitingTogether(items) : null;

  return (
    <section className="saves-section" aria-labelledby={id} data-section={key}>
      <div className="saves-section-head">
        <h2 id={id} className="saves-section-title">
          {sectionTitles[key]}
          {items.length === 0 ? null : (
            <span className="saves-section-count">
              <span className="visually-hidden">, </span>
              {items.length}
            </span>
          )}
        </h2>
        {key === 'attention' ? <ForAll items={items} saves={saves} /> : null}
        {together === null ? null : (
          <div className="saves-section-all">
            <Button
              size="small"
              data-act="retry-all"
              onClick={() => void saves.retry(together.items)}
            >
              {t('saves_all_retryNow')}
            </Button>
          </div>
        )}
      </div>
      {together === null ? null : <p className="saves-section-why">{together.words}</p>}
      <ul className="saves-list" ref={listRef} aria-labelledby={id}>
        {entries
          .slice(0, shown)
          .map((entry) =>
            entry.kind === 'discarded' ? (
              <DiscardedRow
                key={entry.discarded.key}
                discarded={entry.discarded}
                onUndo={saves.restore}
                onForget={saves.forgetDiscarded}
              />
            ) : (
              <SaveRow
                key={entry.item.id}
                item={entry.item}
                version={entry.version}
                now={now}
                failure={saves.errors.get(entry.item.id) ?? null}
                tried={saves.tries.get(entry.item.id) ?? 0}
                isWorking={saves.running.has(entry.item.id)}
                isShownAbove={together !== null && entry.item.state.status === 'waiting'}
                connection={connection}
                highlights={
                  entry.item.kind === 'note' ? 0 : (highlights.get(entry.item.pageKey) ?? 0)
                }
                onHighlights={onHighlights}
                isInFront={entry.item.pageKey === frontPage}
                onAct={onAct}
              />
            ),
          )}
      </ul>
      {left <= 0 ? null : (
        <Button wide size="small" data-act="more" onClick={() => setShown(shown + portion)}>
          {t('saves_more', { count: Math.min(left, portion) })}
        </Button>
      )}
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

function NothingShown({ onClear, canSave }: { onClear: (() => void) | null; canSave: boolean }) {
  const { popup: keys } = useShortcuts();
  if (onClear !== null) {
    return (
      <section className="message-block">
        <h2 className="message-block-title">{t('saves_filter_none_title')}</h2>
        <p>{t('saves_filter_none_text')}</p>
        <Button size="small" onClick={onClear}>
          {t('saves_filter_clear')}
        </Button>
      </section>
    );
  }
  return (
    <section className="message-block">
      <Mark size={56} />
      <h2 className="message-block-title">{t('saves_empty_title')}</h2>
      <p>{t('saves_empty_text')}</p>
      {canSave ? (
        <p>
          {t('welcome_ready_tries_save_text')} {keys === undefined ? null : <Keycaps keys={keys} />}
        </p>
      ) : null}
    </section>
  );
}

function ListState({ state, onRetry }: { state: SavesState; onRetry: () => void }) {
  if (state.status === 'failed') return <Trouble error={state.error} onRetry={onRetry} />;
  return state.status === 'loading' ? (
    <SavesSkeleton />
  ) : (
    <StorageWarning storage={state.storage} />
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

function SavesSkeleton() {
  return (
    <div className="saves-list">
      <span className="visually-hidden">{t('common_loading')}</span>
      {[82, 64, 91, 56].map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
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
