import './batch-chooser.css';
import {
  useState,
  type KeyboardEvent,
  useId,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import type { TabChoice, BookmarkFolder } from '../../lib/batch/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import type { BatchesHook, BatchStart } from './use-batches.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import {
  canBeChosen,
  checkedAtFirst,
  filteredFrom,
  filteredTabs,
  originsToAsk,
  startOfTabs,
} from './batch-view.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { Folder } from 'lucide-react';
import { everySite } from '../../lib/url/origins.ts';
import { siteOf } from '../../lib/url/web-address.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { SaveTo } from '../ui/memory-picker.tsx';

type ChooserProps = {
  connection: ConnectionStatus;
  batches: BatchesHook;
  onPick: (memoryId: string) => void;
  onDone: () => void;
};

export function TabChooser({ tabs, ...props }: ChooserProps & { tabs: readonly TabChoice[] }) {
  const { connection } = props;
  const [checked, setChecked] = useState(() => checkedAtFirst(tabs));
  const [words, setWords] = useState('');
  const beginning = useBeginning(props);
  const shown = filteredTabs(tabs, words);
  const chosen = tabs.filter(({ tabId }) => checked.has(tabId));
  const hidden = chosen.filter((tab) => !shown.includes(tab)).length;
  const isNothingShown = !shown.some(canBeChosen);
  const isReadHere = connection.kind === 'device';
  const origins = originsToAsk(chosen, { isReadHere });
  const asleep = chosen.filter(({ isAsleep }) => isAsleep).length;

  if (!tabs.some(canBeChosen) || beginning.memory === null) {
    return <Notice title={t('batch_choose_noTabs_title')} />;
  }
  const start = (as: 'pages' | 'addresses') =>
    beginning.start(as === 'pages' ? origins : [], (borrowed) =>
      startOfTabs(chosen, { as, borrowed }),
    );
  const setAll = (isChecked: boolean) => {
    const ids = new Set(shown.filter(canBeChosen).map(({ tabId }) => tabId));
    setChecked((before) => (isChecked ? before.union(ids) : before.difference(ids)));
  };

  return (
    <div className="batch-chooser">
      <div className="batch-tools">
        {tabs.length >= filteredFrom ? (
          <SearchField label={t('batch_choose_filter')} value={words} onChange={setWords} />
        ) : null}
        <div className="batch-all">
          <QuietButton disabled={isNothingShown} onClick={() => setAll(true)}>
            {t('batch_choose_all')}
          </QuietButton>
          <QuietButton disabled={isNothingShown} onClick={() => setAll(false)}>
            {t('batch_choose_none')}
          </QuietButton>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="batch-note">{t('batch_choose_nothingFound')}</p>
      ) : (
        <ul className="saves-list batch-tabs" aria-label={t('batch_choose_tabs')}>
          {shown.map((tab) => (
            <TabRow
              key={tab.tabId}
              tab={tab}
              isChecked={checked.has(tab.tabId)}
              onToggle={() =>
                setChecked((before) => before.symmetricDifference(new Set([tab.tabId])))
              }
            />
          ))}
        </ul>
      )}
      <BatchFoot
        {...props}
        {...beginning}
        memory={beginning.memory}
        declinedText={
          isReadHere ? t('batch_choose_declined_here') : t('batch_choose_declined_text')
        }
        declinedAction={
          isReadHere ? null : (
            <Button size="small" data-act="addresses" onClick={() => void start('addresses')}>
              {plural(chosen.length, 'batch_choose_declined_action')}
            </Button>
          )
        }
        notes={[
          origins.length > 0 &&
            !beginning.isDeclined &&
            plural(origins.length, 'batch_choose_sites'),
          asleep > 0 && plural(asleep, 'batch_choose_addresses'),
          hidden > 0 && plural(hidden, 'batch_choose_hidden'),
        ]}
        action={
          chosen.length === 0
            ? t('batch_choose_startNone')
            : plural(chosen.length, 'batch_choose_start', { memory: beginning.memory.name })
        }
        onStart={chosen.length === 0 ? null : () => void start('pages')}
      />
    </div>
  );
}

type TabRowProps = {
  tab: TabChoice;
  isChecked: boolean;
  onToggle: () => void;
};

/** Space checks or unchecks the tab, arrow keys move between tabs. */
function TabRow({ tab, isChecked, onToggle }: TabRowProps) {
  const noteId = useId();
  const boxId = useId();
  const notes = notesOf(tab);
  const canBe = canBeChosen(tab);
  return (
    <li className="batch-tab" data-tab={tab.tabId} data-off={!canBe || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the label text is nested deeper than the rule looks */}
      <label className="batch-tab-label" htmlFor={boxId}>
        <input
          id={boxId}
          type="checkbox"
          className="batch-tab-box"
          checked={isChecked}
          disabled={!canBe}
          aria-describedby={notes.length === 0 ? undefined : noteId}
          onChange={onToggle}
          onKeyDown={moveByArrow}
        />
        <span className="batch-tab-body">
          <span className="batch-tab-title" dir="auto">
            {tab.title.trim() === '' ? t('saves_untitled') : tab.title}
          </span>
          <span className="batch-tab-host" dir="ltr">
            {siteOf(tab.url)}
          </span>
        </span>
      </label>
      {notes.length === 0 ? null : (
        <p className="batch-tab-notes" id={noteId}>
          {notes.join(' · ')}
        </p>
      )}
    </li>
  );
}

function notesOf({ obstacle, isSaved, isAsleep, isActive }: TabChoice): string[] {
  if (obstacle !== null) return [t('batch_choose_restricted')];
  return [
    ...(isSaved ? [t('outbox_save_alreadySaved')] : []),
    ...(isAsleep ? [t('batch_choose_asleep')] : []),
    ...(isActive ? [t('batch_choose_active')] : []),
  ];
}

/** Moves to the next enabled checkbox without scrolling the page. */
function moveByArrow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const list = event.currentTarget.closest('ul');
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])];
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus();
}

type FolderChooserProps = ChooserProps & { folders: readonly BookmarkFolder[] };

export function FolderChooser({ folders, ...props }: FolderChooserProps) {
  const name = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { memory, ...beginning } = useBeginning(props);
  const chosen = folders.find(({ id }) => id === chosenId);

  if (memory === null || !folders.some(({ count }) => count > 0)) {
    return <Notice title={t('batch_folders_none_title')} />;
  }
  const isReadHere = props.connection.kind === 'device';
  const start = (folderId: string) =>
    beginning.start(isReadHere ? [everySite] : [], (borrowed) => ({
      kind: 'bookmarks',
      folderId,
      borrowed,
    }));
  return (
    <div className="batch-chooser">
      <fieldset className="saves-list batch-folders">
        <legend className="visually-hidden">{t('batch_folders_label')}</legend>
        {folders.map(({ id, title, depth, count }) => (
          <label
            key={id}
            className="batch-folder"
            data-off={count === 0 || undefined}
            style={{ paddingInlineStart: `${0.75 + Math.min(depth, deepest)}rem` }}
          >
            <input
              type="radio"
              name={name}
              className="batch-tab-box"
              checked={id === chosenId}
              disabled={count === 0}
              onChange={() => setChosenId(id)}
            />
            <Folder size={15} />
            <span className="batch-folder-name" dir="auto">
              {title.trim() === '' ? t('batch_folders_unnamed') : title}
            </span>
            <span className="batch-folder-count">{plural(count, 'batch_folders_count')}</span>
          </label>
        ))}
      </fieldset>
      <BatchFoot
        {...props}
        {...beginning}
        memory={memory}
        declinedText={t('batch_choose_declined_here')}
        notes={[
          !beginning.isDeclined &&
            (isReadHere ? t('batch_folders_here') : t('batch_folders_logins')),
        ]}
        action={
          chosen === undefined
            ? t('batch_folders_startNone')
            : plural(chosen.count, 'batch_folders_start', { memory: memory.name })
        }
        onStart={chosen === undefined ? null : () => void start(chosen.id)}
      />
    </div>
  );
}

/** Deeper folders aren't indented further, because the panel is narrow. */
const deepest = 6;

/** Starts a batch in the Memory chosen last; `memory` is null if there is none. */
function useBeginning({ connection, batches, onDone }: ChooserProps) {
  const { borrowOrigins } = useBridge();
  const [isDeclined, setIsDeclined] = useState(false);
  const { memories, chosenMemoryId } = connection;
  const memory = memories.find(({ id }) => id === chosenMemoryId) ?? memories[0] ?? null;
  const { state, run, reset } = useCommand((_bridge, order: { to: string; from: BatchStart }) =>
    batches.start(order.to, order.from),
  );

  async function start(
    origins: readonly string[],
    fromOf: (borrowed: string[]) => BatchStart,
  ): Promise<void> {
    // Must come before any await: browsers accept permission requests only while handling the click.
    const asked = origins.length > 0 ? borrowOrigins(origins) : Promise.resolve([]);
    const borrowed = await asked.catch(() => null);
    setIsDeclined(borrowed === null);
    if (borrowed === null || memory === null) return reset();
    const started = await run({ to: memory.id, from: fromOf(borrowed) });
    if (started?.ok === true) onDone();
  }
  return { memory, state, isDeclined, start };
}

type BatchFootProps = Pick<ChooserProps, 'connection' | 'onPick'> &
  Pick<ReturnType<typeof useBeginning>, 'state' | 'isDeclined'> & {
    memory: MemoryChoice;
    declinedText: string;
    declinedAction?: ReactNode;
    notes: readonly (string | false)[];
    action: string;
    /** Null if nothing is chosen. */
    onStart: (() => void) | null;
  };

function BatchFoot(props: BatchFootProps) {
  const { connection, memory, onPick, state, isDeclined, notes, action, onStart } = props;
  const ref = useRef<HTMLDivElement>(null);

  // The footer's height depends on its text. The list above reserves this much space.
  useLayoutEffect(() => {
    const foot = ref.current;
    if (foot === null) return undefined;
    const observer = new ResizeObserver(() =>
      foot.parentElement?.style.setProperty('--batch-foot', `${foot.offsetHeight}px`),
    );
    observer.observe(foot);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="batch-foot" ref={ref}>
      <SaveTo
        className="batch-target"
        memories={connection.memories}
        chosen={memory}
        onPick={onPick}
      />
      {isDeclined ? (
        <Notice
          isAlert
          tone="paused"
          title={t('batch_choose_declined_title')}
          text={props.declinedText}
          actions={props.declinedAction}
        />
      ) : null}
      {state.status === 'failed' ? <ErrorAlert error={state.error} /> : null}
      {notes.map((note) =>
        note === false ? null : (
          <p key={note} className="batch-note">
            {note}
          </p>
        ),
      )}
      <Button
        look="primary"
        wide
        data-act="start-batch"
        disabled={onStart === null}
        busy={state.status === 'running'}
        onClick={onStart ?? undefined}
      >
        {action}
      </Button>
    </div>
  );
}
