import './batch-chooser.css';
import {
  useMemo,
  useState,
  type KeyboardEvent,
  useId,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import type { TabChoice, BookmarkFolder } from '../../lib/batch/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import type { BatchesHook } from './use-batches.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Trouble } from '../ui/trouble.tsx';
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
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { MemoryPicker } from '../ui/memory-picker.tsx';

type TabChooserProps = {
  tabs: readonly TabChoice[];
  connection: ConnectionStatus;
  batches: BatchesHook;
  onPick: (memoryId: string) => void;
  onDone: () => void;
};

type StartState =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'declined' }
  | { status: 'failed'; error: AppError };

export function TabChooser({ tabs, connection, batches, onPick, onDone }: TabChooserProps) {
  const { borrowOrigins } = useBridge();
  const [checked, setChecked] = useState(() => checkedAtFirst(tabs));
  const [words, setWords] = useState('');
  const [startState, setStartState] = useState<StartState>({ status: 'rest' });
  const shown = useMemo(() => filteredTabs(tabs, words), [tabs, words]);
  const chosen = tabs.filter(({ tabId }) => checked.has(tabId));
  const hidden = chosen.filter((tab) => !shown.includes(tab)).length;
  const isNothingShown = !shown.some(canBeChosen);
  const isReadHere = connection.kind === 'device';
  const origins = originsToAsk(chosen, { isReadHere });
  const asleep = chosen.filter(({ isAsleep }) => isAsleep).length;
  const memory = targetOf(connection);

  if (!tabs.some(canBeChosen) || memory === null) {
    return <Notice tone="plain" title={t('batch_choose_noTabs_title')} text={null} />;
  }
  const start = async (as: 'pages' | 'addresses') => {
    // First in the click handler: browsers accept the request only there.
    const isAsked = as === 'pages' && origins.length > 0;
    const borrowed = isAsked ? await borrowOrigins(origins).catch(() => null) : [];
    if (borrowed === null) return setStartState({ status: 'declined' });
    setStartState({ status: 'working' });
    const started = await batches.start(memory.id, startOfTabs(chosen, { as, borrowed }));
    if (!started.ok) return setStartState({ status: 'failed', error: started.error });
    return onDone();
  };
  const setAll = (isChecked: boolean) => {
    const ids = shown.filter(canBeChosen).map(({ tabId }) => tabId);
    setChecked((before) =>
      isChecked
        ? new Set([...before, ...ids])
        : new Set([...before].filter((id) => !ids.includes(id))),
    );
  };

  return (
    <div className="batch-chooser">
      <div className="batch-tools">
        {tabs.length >= filteredFrom ? (
          <SearchField
            label={t('batch_choose_filter')}
            placeholder={t('batch_choose_filter')}
            clearLabel={t('common_clear')}
            value={words}
            onChange={setWords}
          />
        ) : null}
        <div className="batch-all">
          <Button size="small" look="quiet" disabled={isNothingShown} onClick={() => setAll(true)}>
            {t('batch_choose_all')}
          </Button>
          <Button size="small" look="quiet" disabled={isNothingShown} onClick={() => setAll(false)}>
            {t('batch_choose_none')}
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="batch-note">{t('batch_choose_nothingFound')}</p>
      ) : (
        <TabList tabs={shown} checked={checked} onChecked={setChecked} />
      )}
      <BatchFoot>
        <BatchTarget connection={connection} chosen={memory} onPick={onPick} />
        {startState.status === 'declined' ? (
          <div role="alert">
            <Notice
              tone="paused"
              title={t('batch_choose_declined_title')}
              text={isReadHere ? t('batch_choose_declined_here') : t('batch_choose_declined_text')}
              actions={
                isReadHere ? null : (
                  <Button size="small" data-act="addresses" onClick={() => void start('addresses')}>
                    {plural(chosen.length, 'batch_choose_declined_action')}
                  </Button>
                )
              }
            />
          </div>
        ) : null}
        {startState.status === 'failed' ? <Trouble error={startState.error} /> : null}
        {origins.length > 0 && startState.status !== 'declined' ? (
          <p className="batch-note">{plural(origins.length, 'batch_choose_sites')}</p>
        ) : null}
        {asleep > 0 ? (
          <p className="batch-note">{plural(asleep, 'batch_choose_addresses')}</p>
        ) : null}
        {hidden > 0 ? <p className="batch-note">{plural(hidden, 'batch_choose_hidden')}</p> : null}
        <Button
          look="primary"
          wide
          data-act="start-batch"
          disabled={chosen.length === 0}
          busy={startState.status === 'working'}
          onClick={() => void start('pages')}
        >
          {chosen.length === 0
            ? t('batch_choose_startNone')
            : plural(chosen.length, 'batch_choose_start', { memory: memory.name })}
        </Button>
      </BatchFoot>
    </div>
  );
}

type TabListProps = {
  tabs: readonly TabChoice[];
  checked: ReadonlySet<number>;
  onChecked: (checked: ReadonlySet<number>) => void;
};

/** Space toggles, the arrow keys move. */
function TabList({ tabs, checked, onChecked }: TabListProps) {
  const toggle = (tabId: number, isChecked: boolean) => {
    const others = [...checked].filter((one) => one !== tabId);
    onChecked(new Set(isChecked ? [...others, tabId] : others));
  };
  return (
    <ul className="saves-list batch-tabs" aria-label={t('batch_choose_tabs')}>
      {tabs.map((tab) => (
        <TabRow
          key={tab.tabId}
          tab={tab}
          isChecked={checked.has(tab.tabId)}
          onToggle={(isChecked) => toggle(tab.tabId, isChecked)}
        />
      ))}
    </ul>
  );
}

type TabRowProps = {
  tab: TabChoice;
  isChecked: boolean;
  onToggle: (isChecked: boolean) => void;
};

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
          onChange={(event) => onToggle(event.currentTarget.checked)}
          onKeyDown={moveByArrow}
        />
        <span className="batch-tab-body">
          <span className="batch-tab-title" dir="auto">
            {tab.title.trim() === '' ? t('saves_untitled') : tab.title}
          </span>
          <span className="batch-tab-host" dir="ltr">
            {hostOf(tab.url)}
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

function hostOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, protocol } = new URL(url);
  return host === '' ? protocol : host;
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

type FolderChooserProps = {
  folders: readonly BookmarkFolder[];
  connection: ConnectionStatus;
  batches: BatchesHook;
  onPick: (memoryId: string) => void;
  onDone: () => void;
};

export function FolderChooser(props: FolderChooserProps) {
  const { folders, connection, batches, onPick, onDone } = props;
  const name = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [isDeclined, setIsDeclined] = useState(false);
  const { borrowOrigins } = useBridge();
  const memory = targetOf(connection);
  const chosen = folders.find(({ id }) => id === chosenId);

  if (memory === null || !folders.some(({ count }) => count > 0)) {
    return <Notice tone="plain" title={t('batch_folders_none_title')} text={null} />;
  }
  const isReadHere = connection.kind === 'device';
  const start = async (folderId: string) => {
    // First in the click handler: browsers accept the request only there.
    const asked = isReadHere ? borrowOrigins([everySite]) : Promise.resolve([]);
    const borrowed = await asked.catch(() => null);
    setIsDeclined(borrowed === null);
    if (borrowed === null) return undefined;
    setIsWorking(true);
    setError(null);
    const started = await batches.start(memory.id, { kind: 'bookmarks', folderId, borrowed });
    setIsWorking(false);
    if (!started.ok) return setError(started.error);
    return onDone();
  };

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
            <Folder size={15} aria-hidden="true" />
            <span className="batch-folder-name" dir="auto">
              {title.trim() === '' ? t('batch_folders_unnamed') : title}
            </span>
            <span className="batch-folder-count">{plural(count, 'batch_folders_count')}</span>
          </label>
        ))}
      </fieldset>
      <BatchFoot>
        <BatchTarget connection={connection} chosen={memory} onPick={onPick} />
        {isDeclined ? (
          <div role="alert">
            <Notice
              tone="paused"
              title={t('batch_choose_declined_title')}
              text={t('batch_choose_declined_here')}
            />
          </div>
        ) : (
          <p className="batch-note">
            {isReadHere ? t('batch_folders_here') : t('batch_folders_logins')}
          </p>
        )}
        {error === null ? null : <Trouble error={error} />}
        <Button
          look="primary"
          wide
          data-act="start-batch"
          disabled={chosen === undefined}
          busy={isWorking}
          onClick={() => (chosen === undefined ? undefined : void start(chosen.id))}
        >
          {chosen === undefined
            ? t('batch_folders_startNone')
            : plural(chosen.count, 'batch_folders_start', { memory: memory.name })}
        </Button>
      </BatchFoot>
    </div>
  );
}

/** Deeper folders aren't indented further, because the panel is narrow. */
const deepest = 6;

function BatchFoot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);

  // Its height depends on the text, so the list above reserves the measured height.
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
      {children}
    </div>
  );
}

type BatchTargetProps = {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  onPick: (memoryId: string) => void;
};

function BatchTarget({ connection, chosen, onPick }: BatchTargetProps) {
  const labelId = useId();
  return (
    <div className="batch-target">
      <span id={labelId} className="batch-label">
        {t('common_saveTo')}
      </span>
      <MemoryPicker
        labelId={labelId}
        memories={connection.memories}
        chosen={chosen}
        onPick={onPick}
        onNew={null}
      />
    </div>
  );
}

function targetOf({ memories, chosenMemoryId }: ConnectionStatus): MemoryChoice | null {
  return memories.find(({ id }) => id === chosenMemoryId) ?? memories[0] ?? null;
}
