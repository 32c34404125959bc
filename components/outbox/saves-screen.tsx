import './saves-screen.css';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { placeInRow, rowsAround, useKeptFocus } from '../app/use-focus.ts';
import { savesSummary, noFilter, type SavesFilter, triedAnnouncement } from './saves-model.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { useNow } from '../app/use-now.ts';
import type { SavesHook } from './use-saves.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { FilterBar } from './filter-bar.tsx';
import { onRowKey } from './row-keys.ts';
import { type OpenDialog, SaveDialog } from './save-dialog.tsx';
import type { RowAction } from './save-row-view.ts';
import { SavesNothing } from './saves-nothing.tsx';
import { SavesProgress } from './saves-progress.tsx';
import { SavesSection } from './saves-section.tsx';
import { SavesSkeleton } from './saves-skeleton.tsx';
import { StorageWarning } from './storage-warning.tsx';
import { useSaidDeletion } from './use-said-deletion.ts';
import { useShownSaves } from './use-shown-saves.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';

type Dialog = OpenDialog & {
  /** The rows around the one it is about. */
  around: readonly string[];
};

export type SavesScreenProps = {
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
