import './saves-screen.css';
import '../ui/message-block.css';
import { type ReactNode, useCallback, useRef, useState, useId, useDeferredValue, useMemo } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView, OutboxList } from '../../lib/outbox/model.ts';
import { placeInRow, rowsAround, useKeptFocus, useFirstOfMore } from '../app/use-focus.ts';
import { savesSummary, noFilter, type SavesFilter, triedAnnouncement, many, refused, retryable, waitingTogether, type SavesSection as Section, versionsOf, type SavesState, highlightsByPage, filterChoices, type FilterChoices, type FilteredSaves, filteredSaves, isFiltering, savesProgress, savesSections } from './saves-model.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { useNow } from '../app/use-now.ts';
import type { SavesHook } from './use-saves.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { FilterBar } from './filter-bar.tsx';
import { onRowKey } from '../app/list-row.tsx';
import { type RowAction, SaveRow, type RowConnection, bareTitleOf } from './save-row.tsx';
import { t, plural, sentences } from '../../lib/i18n/i18n.ts';
import { savesWords } from './saves-text.ts';
import { DiscardedRow } from './discarded-row.tsx';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Keycaps } from '../ui/keycaps.tsx';
import { Mark } from '../ui/mark.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Notice } from '../ui/notice.tsx';
import { sizeWords } from '../../lib/i18n/size.ts';
import { EditSave } from './edit-save.tsx';
import { dayAndTime } from '../../lib/i18n/time.ts';
import { SavedDeletion, type SavedDeletionProps } from './saved-deletion.tsx';
import { useBridge } from '../app/bridge.ts';

type Dialog = OpenDialog & {
  /** The rows around the one it is about. */
  around: readonly string[];
};

type SavesScreenProps = {
  connection: ActiveConnectionState;
  saves: SavesHook;
  filter: SavesFilter;
  onFilter: (filter: SavesFilter) => void;
  /** The page in front by its `pageKey`; null where it is not known. */
  frontPage: string | null;
  /** Shows the highlights of the page in front. */
  onHighlights: () => void;
  /** The way to saving many at once. */
  many?: ReactNode;
};

/** The part of the library for what was saved: what needs the person, what is on its way, what is kept. */
export function SavesScreen(props: SavesScreenProps) {
  const { connection, saves, filter, onFilter, frontPage, onHighlights, many } = props;
  const { state, retry, updateNow, discard, saveAddress, allowSite, saveAgain } = saves;
  const status = connection.status === 'ready' ? connection.connection : null;
  const isReadHere = status?.kind === 'device';
  const now = useNow(5_000);
  const rootRef = useRef<HTMLDivElement>(null);
  const filterRef = useRef<HTMLInputElement>(null);
  const keptFocus = useKeptFocus(rootRef);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { said, say, unsay } = useSaidDeletion(state);

  const act = useCallback(
    (action: RowAction, item: OutboxView) => {
      unsay();
      if (action === 'edit' || action === 'delete') {
        const around = rootRef.current === null ? [] : rowsAround(rootRef.current, item.id);
        setDialog({ of: action, item, around });
      } else if (action === 'discard' || action === 'hide') void discard([item]);
      else if (action === 'update-now') void updateNow(item);
      else if (action === 'save-address') void saveAddress(item, isReadHere);
      else if (action === 'allow-site') void allowSite(item);
      else if (action === 'save-again') void saveAgain(item);
      else void retry([item]);
    },
    [unsay, retry, updateNow, discard, saveAddress, allowSite, saveAgain, isReadHere],
  );
  const shown = useShownSaves(state, filter);
  const { sections, choices } = shown;
  const { needy } = savesSummary(state);
  const hasSaves = shown.total > 0 || sections.length > 0;

  const clear = () => {
    onFilter(noFilter);
    filterRef.current?.focus();
  };
  return (
    // The keys are those of the rows in it, whose links and buttons work without them.
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
          {many}
        </div>
        {shown.isFiltered ? (
          <div className="saves-filtered">
            <p>{shown.words}</p>
            {shown.shown === 0 ? null : <ClearFilters onClear={clear} />}
          </div>
        ) : (
          <SavesProgress progress={shown.progress} />
        )}
        {state.status === 'loading' ? <SavesSkeleton /> : null}
        {state.status === 'failed' ? <Trouble error={state.error} onRetry={saves.reload} /> : null}
        {state.status === 'ready' ? <StorageWarning room={state.storage} /> : null}
        <output className="saves-said">{said}</output>
        {state.status === 'ready' && sections.length === 0 ? (
          <SavesNothing
            onClear={shown.isFiltered ? clear : null}
            connection={status}
            words={filter.words}
          />
        ) : null}
        {sections.map((section) => (
          <SavesSection
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
        {state.status === 'ready' && isElsewhere(status) ? (
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
        onDeleted={(words) => {
          setDialog(null);
          if (dialog !== null) say(words, dialog.item);
          const { current: root } = rootRef;
          (root === null ? null : (placeInRow(root, dialog?.around ?? []) ?? root))?.focus();
        }}
      />
      <LiveRegion words={state.status === 'ready' ? triedAnnouncement(state, saves.tries) : ''} />
      <LiveRegion words={needy === 0 ? '' : plural(needy, 'saves_announce_needs')} />
      <LiveRegion words={shown.isFiltered ? shown.words : ''} />
    </div>
  );
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button size="small" look="quiet" onClick={onClear}>
      {t('saves_filter_clear')}
    </Button>
  );
}

/** Whether the connection is a service, which holds more than what was saved from here. */
function isElsewhere(connection: ConnectionStatus | null): boolean {
  return connection !== null && connection.kind !== null && connection.kind !== 'device';
}

type SavesSectionProps = {
  section: Section;
  saves: SavesHook;
  now: number;
  connection: RowConnection;
  /** How many highlights each page has, by its `pageKey`. */
  highlights: ReadonlyMap<string, number>;
  /** The page in front by its `pageKey`; null where it is not known. */
  frontPage: string | null;
  onHighlights: () => void;
  onAct: (action: RowAction, item: OutboxView) => void;
};

/** Rows shown at first, and with each wish for more. */
const portion = 100;

/** One part of the list, with what can be done about all in it where they are many. */
function SavesSection(props: SavesSectionProps) {
  const { section, saves, now, connection, highlights, frontPage, onHighlights, onAct } = props;
  const { key, entries, items } = section;
  const [shown, setShown] = useState(portion);
  const listRef = useRef<HTMLUListElement>(null);
  const id = useId();
  useFirstOfMore(listRef, shown);
  const left = entries.length - shown;
  const together = key === 'way' ? waitingTogether(items) : null;

  return (
    <section className="saves-section" aria-labelledby={id} data-section={key}>
      <div className="saves-section-head">
        <h2 id={id} className="saves-section-title">
          {savesWords.sections[key]}
          {items.length === 0 ? null : (
            <span className="saves-section-count">
              <span className="visually-hidden">, </span>
              {items.length}
            </span>
          )}
        </h2>
        {key === 'trouble' ? <ForAll items={items} saves={saves} /> : null}
        {together === null ? null : (
          <div className="saves-section-all">
            <Button
              size="small"
              data-act="retry-all"
              onClick={() => void saves.retry(together.items)}
            >
              {savesWords.all['retry-now']}
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
                isSaidAbove={together !== null && entry.item.state.status === 'waiting'}
                connection={connection}
                highlights={highlightsOf(entry.item, highlights)}
                onHighlights={onHighlights}
                isInFront={entry.item.pageKey === frontPage}
                onAct={onAct}
              />
            ),
          )}
      </ul>
      {left <= 0 ? null : (
        <Button wide size="small" data-act="more" onClick={() => setShown(shown + portion)}>
          {plural(Math.min(left, portion), 'saves_more')}
        </Button>
      )}
    </section>
  );
}

/** A highlight is no way to itself. */
function highlightsOf(
  { kind, pageKey }: OutboxView,
  highlights: SavesSectionProps['highlights'],
): number {
  return kind === 'note' ? 0 : (highlights.get(pageKey) ?? 0);
}

function ForAll({ items, saves }: { items: readonly OutboxView[]; saves: SavesHook }): ReactNode {
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
          {plural(unwanted.length, 'saves_all_discard')}
        </Button>
      )}
    </div>
  );
}

type SavesNothingProps = {
  /** Null where nothing is filtered by. */
  onClear: (() => void) | null;
  /** The connection in use; null where it is not known. */
  connection: ConnectionStatus | null;
  /** The words that are filtered by; empty where there are none. */
  words: string;
};

/** Stands in the place of the list where there is nothing in it: nothing saved, or with `onClear` nothing that fits. */
function SavesNothing({ onClear, connection, words }: SavesNothingProps) {
  const { popup: keys } = useShortcuts();
  const filtered = {
    title: t('saves_filter_none_title'),
    text: words.trim() === '' ? t('saves_filter_none_textChosen') : t('saves_filter_none_text'),
  };
  const { title, text } = onClear === null ? savesWords.empty : filtered;
  return (
    <section className="message-block">
      {onClear === null ? <Mark size={56} /> : null}
      <h2 className="message-block-title">{title}</h2>
      <p>{text}</p>
      {onClear === null && connection?.kind !== 'read-only' ? (
        <p>
          {t('welcome_ready_tries_save_text')} {keys === undefined ? null : <Keycaps keys={keys} />}
        </p>
      ) : null}
      {onClear === null ? null : (
        <Button size="small" onClick={onClear}>
          {t('saves_filter_clear')}
        </Button>
      )}
    </section>
  );
}

/** How far many saves have come, on one line; nothing where there is no batch on its way. */
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

const widths = [82, 64, 91, 56] as const;

/** Holds the places of saves that are on their way. */
function SavesSkeleton() {
  return (
    <div className="saves-list">
      <span className="visually-hidden">{t('saves_loading')}</span>
      {widths.map((width) => (
        <div key={width} className="saves-skeleton">
          <SkeletonLine width={width} tall />
          <SkeletonLine width={width / 2} />
        </div>
      ))}
    </div>
  );
}

/** Says in time that there will be no room for more, and what to do about it. */
function StorageWarning({ room }: { room: OutboxList['storage'] }) {
  const { usedBytes, limitBytes, isNearlyFull } = room;
  const isFull = usedBytes >= limitBytes;
  if (!isNearlyFull && !isFull) return null;
  return (
    <Notice
      tone={isFull ? 'bad' : 'wait'}
      title={isFull ? t('saves_storage_full') : t('saves_storage_nearly')}
      text={t(isFull ? 'saves_storage_textFull' : 'saves_storage_textNearly', {
        used: sizeWords(usedBytes),
        limit: sizeWords(limitBytes),
      })}
    />
  );
}

type OpenDialog = { of: 'edit' | 'delete'; item: OutboxView };

type SaveDialogProps = {
  dialog: OpenDialog | null;
  /** Null while it is not known. */
  connection: ConnectionStatus | null;
  saves: SavesHook;
  onClose: () => void;
  /** Takes what there is to say of it. */
  onDeleted: (words: string) => void;
};

/** The window in which one save is changed, or deleted by the memory's own question. */
function SaveDialog({ dialog, connection, saves, onClose, onDeleted }: SaveDialogProps) {
  if (dialog === null) return null;
  const { of, item } = dialog;
  if (of === 'edit') {
    return (
      <EditSave key={item.id} item={item} connection={connection} saves={saves} onClose={onClose} />
    );
  }
  return (
    <DeleteSave
      key={item.id}
      item={item}
      isVersion={isOneOfMany(item, saves.state)}
      saves={saves}
      onDone={onDeleted}
      onCancel={onClose}
    />
  );
}

function isOneOfMany({ id }: OutboxView, state: SavesHook['state']): boolean {
  return state.status === 'ready' && versionsOf(state.items).has(id);
}

type DeleteSaveProps = Pick<SavedDeletionProps, 'onDone' | 'onCancel'> & {
  item: OutboxView;
  /** There are other versions of the page. */
  isVersion: boolean;
  saves: SavesHook;
};

/** Deletes something of the list of saves. */
function DeleteSave({ item, isVersion, saves, ...on }: DeleteSaveProps) {
  return <SavedDeletion name={nameOf(item, isVersion)} steps={saves.deletionOf(item.id)} {...on} />;
}

const shownTitleLength = 120;

function nameOf(item: OutboxView, isVersion: boolean): string {
  const title = bareTitleOf(item).slice(0, shownTitleLength);
  return t('saves_quoted', {
    words: isVersion ? t('saves_versionOf', { title, when: dayAndTime(item.createdAt) }) : title,
  });
}

type Said = { words: string; pageKey: string; at: number };

/** What is said of something that was deleted, until its page is saved again; empty where there is nothing to say. */
function useSaidDeletion(state: SavesState) {
  const { now } = useBridge();
  const [said, setSaid] = useState<Said | null>(null);
  const say = useCallback(
    (words: string, { pageKey }: OutboxView) => setSaid({ words, pageKey, at: now() }),
    [now],
  );
  const unsay = useCallback(() => setSaid(null), []);
  return { said: said === null || isBack(state, said) ? '' : said.words, say, unsay };
}

function isBack(state: SavesState, { pageKey, at }: Said): boolean {
  if (state.status !== 'ready') return false;
  return state.items.some((item) => item.pageKey === pageKey && item.createdAt >= at);
}

type ShownSaves = FilteredSaves & {
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
function useShownSaves(state: SavesState, filter: SavesFilter): ShownSaves {
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
