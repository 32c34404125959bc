import './popup.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { LazyConnectionNotice, LazyNoConnection } from '../connections/lazy.tsx';
import { type SettingsPart, useBridge } from '../app/bridge.ts';
import { type PageState, type PageWatch, usePage } from './use-page.ts';
import { useMemories } from '../app/use-active-connection.ts';
import { useNoteSaving } from '../notes/use-note-form.ts';
import { useNow } from '../app/use-now.ts';
import { usePreview, type PreviewState, type PreviewPart } from './use-preview.ts';
import { useSaveActions, useSaving } from './use-save-actions.ts';
import { useShortcuts, type Shortcuts } from '../app/use-shortcuts.ts';
import type { SavedDraft } from '../notes/use-note-draft.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import {
  LazyDiscardedSaves,
  LazyHighlightLine,
  LazySavedSelection,
  LazyLearnedNotice,
  LazySelectionForm,
  LazySiteLine,
  LazyTextScreen,
  preloadSaveProgress,
  LazyNoteScreen,
  LazyNoteBar,
  LazyChangedPage,
  LazyBlockedPage,
  LazySaveProgress,
} from './lazy.tsx';
import { isFallback, PageCard } from './page-card.tsx';
import { PartSwitch } from './part-switch.tsx';
import { usePart } from './use-part.ts';
import {
  chosenPart,
  highlightsOf,
  partOptions,
  selectionView,
  writingTarget,
  patternToAllow,
  readableTab,
  shownPage,
  orderOf,
  popupView,
  type PopupView,
} from './popup-view.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { Keycaps } from '../ui/keycaps.tsx';
import { QueryField } from '../search/query-field.tsx';
import { PanelRight, Settings2, CircleAlert } from 'lucide-react';
import { IconButton, Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { webHost } from '../../lib/url/web-address.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { PopupError } from '../app/popup-error.tsx';
import { SaveForm } from './save-form.tsx';
import type { SaveProgressProps } from './save-progress.tsx';
import type { MemoryFieldProps } from '../app/memory-field.tsx';

export function Popup({ watch }: { watch: PageWatch }) {
  const { openWelcome, openSettings, closeWindow, requestOrigins } = useBridge();
  const page = usePage(watch);
  const saves = useSaving(page.hear);
  const { state: noteSaving, run: saveNote } = useNoteSaving(page.hear);
  const memories = useMemories(page.hear);
  const shortcuts = useShortcuts();
  const handOver = useHandOver(page.inWindow);
  const readable = readableTab(page.state);
  const parts = usePart(page.state);
  const preview = usePreview(readable, parts.part);
  useFindSaved(page.state, preview.state);
  const [wantsForm, setWantsForm] = useState(false);
  const [progress, setProgress] = useState('');
  useEffect(preloadSaveProgress, []);
  const [ownTitle, setOwnTitle] = useState<{ of: string; title: string } | null>(null);
  const [reader, setReader] = useState<PreviewPart | null>(null);
  const closeReader = () => {
    flushSync(() => setReader(null));
    document.querySelector<HTMLElement>(`[data-reads="${reader}"]`)?.focus();
  };
  const [isWriting, setIsWriting] = useState(false);
  /** Id of the preview whose selection the person wants to save again. */
  const [savedTwice, setSavedTwice] = useState<string | null>(null);
  /** Kept while the person looks at what else they can save. */
  const [comment, setComment] = useState('');
  const [written, setWritten] = useState<SavedDraft | null>(null);
  const now = useNow(5_000);
  const { picked } = memories;
  const model = {
    page: page.state,
    saving: saves.saving,
    preview: preview.state,
    fresh: saves.fresh,
    tries: saves.tries,
    wantsForm,
    picked,
    now,
  };
  const view = popupView(model);
  const { note: offered, saved } = selectionView(model, noteSaving, savedTwice);
  const options = partOptions(view, {
    ...parts,
    preview: preview.state,
    before: preview.before,
    hasSelection: offered !== null,
  });
  const { note, chosen, hasCard } = chosenPart(view, { ...parts, options, offered });
  const writing = writingTarget(model);

  const { tab = null, connection = null } = page.state.status === 'ready' ? page.state.page : {};
  const shown = shownPage(preview.state, tab, preview.before);
  // Don't reuse the title for another page in the same tab.
  const title = ownTitle !== null && ownTitle.of === tab?.url ? ownTitle.title : null;
  const onSaving = () => setWantsForm(false);
  const actions = useSaveActions({ page, saves, shown, part: parts.part, title, onSaving });
  const { saveShown, act } = actions;
  const saveAddress = () => actions.saveAddress(view);
  const toAllow = patternToAllow(shown.url);
  const allow = async () => toAllow !== null && requestOrigins([toAllow]);
  const showSettings = (part?: SettingsPart) => void openSettings(part).then(closeWindow);
  const choosing = {
    naming: memories.naming,
    onPick: (id: string) => void memories.pick(id),
    onCreate: memories.create,
    onCalm: memories.calm,
  };

  const screen =
    reader !== null ? (
      <LazyTextScreen part={reader} readWhole={preview.readWhole} onBack={closeReader} />
    ) : isWriting && writing !== null ? (
      <LazyNoteScreen
        {...choosing}
        {...writing}
        onWritten={(one) => {
          setWritten(one);
          setIsWriting(false);
        }}
        onBack={() => setIsWriting(false)}
      />
    ) : null;
  return (
    <HuesOf value={connection}>
      <div className="popup">
        <header className="popup-head">
          <Mark size={22} />
          <h1 className="popup-name">{t('manifest_name')}</h1>
          <IconButton
            Icon={Settings2}
            size={18}
            label={t('popup_settings')}
            onClick={() => showSettings()}
          />
          <IconButton
            Icon={PanelRight}
            size={18}
            label={t('popup_openPanel')}
            onClick={() => handOver('')}
          />
        </header>
        <main className="popup-body">
          {/* The main view stays mounted while a screen covers it. */}
          <div className="popup-main" hidden={screen !== null}>
            {/* Above the page, which gives up the height: a button that moves may miss a click. */}
            <LazyLearnedNotice isKnown={view.kind === 'save'} />
            <PartSwitch
              options={options}
              chosen={chosen}
              onChoose={parts.choose}
              onSave={pressSave}
            />
            {saved === null ? null : (
              <LazySavedSelection
                opening={saved.selection.opening}
                onSaveAgain={() => setSavedTwice(saved.previewId)}
              />
            )}
            {note === null ? null : (
              <LazySelectionForm
                {...choosing}
                key={note.previewId}
                note={note}
                noteSaving={noteSaving}
                source={shown}
                comment={comment}
                onComment={setComment}
                onSave={(words) => {
                  const order = { previewId: note.previewId, memory: note.chosen, ...words };
                  void saveNote(order).then((kept) => kept?.ok === true && setComment(''));
                }}
                onShowAll={() => setReader('selection')}
              />
            )}
            {hasCard ? (
              <PageCard
                view={view}
                preview={preview.state}
                isRead={readable !== null}
                rereads={preview.rereads}
                title={title ?? shown.title}
                editing={{
                  original: shown.title,
                  onChange: (own) =>
                    setOwnTitle(own === null || tab === null ? null : { of: tab.url, title: own }),
                }}
                isSmall={note !== null}
                onSave={() => {
                  if (view.kind === 'form') void saveShown(orderOf(view.form));
                }}
                onReadAll={() => setReader('page')}
                onReadAgain={preview.takeAgain}
                onSaveAddress={saveAddress}
                onAllowSite={toAllow === null ? null : () => void allow().then(preview.takeAgain)}
              />
            ) : null}
            <LazyHighlightLine {...highlightsOf(page.state)} onAct={act} />
            <LazyConnectionNotice isShort />
            <PopupWork
              {...choosing}
              onOpenSettings={() => showSettings('connections')}
              view={view}
              now={now}
              isSecond={note !== null}
              onReload={page.reload}
              onSetUp={() => void openWelcome().then(closeWindow)}
              onSave={(order) => void saveShown(order)}
              onSaveAddress={saveAddress}
              onAct={act}
              onWantForm={setWantsForm}
              onAnnounce={setProgress}
            />
            <LazyNoteBar
              canWrite={writing !== null}
              isLoading={view.kind === 'loading'}
              isWriting={isWriting}
              written={written}
              onWrite={() => setIsWriting(true)}
              onOpenPanel={() => handOver('')}
            />
            {saves.undo.discarded.length === 0 ? null : <LazyDiscardedSaves {...saves.undo} />}
            <LiveRegion words={changeAnnouncement(view) || progress} />
            <LiveRegion words={previewAnnouncement(view, preview.state)} />
            <LiveRegion
              words={
                noteSaving.status === 'done'
                  ? t('preview_selection_kept', { memory: noteSaving.value.memory })
                  : ''
              }
            />
          </div>
          {screen}
        </main>
        <PopupFoot
          connection={connection}
          now={now}
          shortcuts={shortcuts}
          onSearch={handOver}
          line={siteSlot(view)}
        />
      </div>
    </HuesOf>
  );
}

/** Presses the button that saves what is shown. */
function pressSave(): void {
  document.querySelector<HTMLElement>('.popup-main .button[data-look="primary"]')?.click();
}

/** Checks whether the connection has the page, once the page has been read or turns out to be unreadable. */
function useFindSaved(page: PageState, preview: PreviewState): void {
  const { ask } = useBridge();
  const tabId = page.status === 'ready' && page.page.tab.url !== '' ? page.page.tab.id : null;
  const isRead = readableTab(page) === null || preview.status !== 'reading';
  const previewId = preview.status === 'ready' ? preview.preview.id : null;
  useEffect(() => {
    if (tabId !== null && isRead) void ask('page.find-saved', { tabId, previewId });
  }, [ask, tabId, isRead, previewId]);
}

/** Reserves the height of the line before it is loaded, so that the buttons above don't move. */
function siteSlot(view: PopupView): ReactNode {
  if (view.kind === 'loading') return <div className="popup-site-slot" />;
  if (view.kind !== 'form' && view.kind !== 'save') return null;
  const { id, url } = view.tab;
  if (webHost(url) === null) return null;
  return (
    <div className="popup-site-slot">
      <LazySiteLine tabId={id} />
    </div>
  );
}

type PopupFootProps = {
  connection: ConnectionStatus | null;
  now: number;
  shortcuts: Shortcuts;
  /** Called within the key event, because the browser opens the side panel only then. */
  onSearch: (q: string) => void;
  line: ReactNode;
};

function PopupFoot({ connection, now, shortcuts, onSearch, line }: PopupFootProps) {
  const [q, setQ] = useState('');
  const boxRef = useRef<HTMLInputElement>(null);
  return (
    <footer className="popup-foot">
      <QueryField
        ref={boxRef}
        memories={connection?.memories ?? []}
        now={now}
        label={t('popup_search')}
        value={q}
        onChange={setQ}
        onSubmit={() => {
          if (q.trim() !== '') onSearch(q.trim());
        }}
      />
      {line}
      <p className="popup-keys">
        {(['save', 'highlight'] as const).map((command) => {
          const keys = shortcuts[command];
          return keys === undefined ? null : (
            <span key={command} className="popup-key">
              {command === 'save' ? t('common_save') : t('popup_keys_highlight')}{' '}
              <Keycaps keys={keys} />
            </span>
          );
        })}
      </p>
    </footer>
  );
}

export function changeAnnouncement(view: PopupView): string {
  return view.kind === 'save' && view.changed !== null ? t('preview_changed_title') : '';
}

function previewAnnouncement(view: PopupView, preview: PreviewState): string {
  if (view.kind !== 'form') return '';
  if (preview.status === 'failed') return errorWords(preview.error).title;
  const page = preview.status === 'ready' ? preview.preview.page : null;
  if (page === null) return '';
  if (page.ok) return isFallback(page) ? t('preview_noArticle') : '';
  return errorWords(page.error).title;
}

function useHandOver(inWindow: PageWatch['inWindow']) {
  const { offerQuery, openSidePanel, closeWindow } = useBridge();
  return (q: string) =>
    inWindow((windowId) => {
      // Not awaited: Firefox opens the panel only within the click or key event, Chromium only shortly after it.
      const offered = q === '' ? Promise.resolve() : offerQuery(windowId, q);
      const opened = openSidePanel(windowId);
      void Promise.all([offered, opened]).then(closeWindow);
    });
}

type PopupWorkProps = Omit<MemoryFieldProps, 'connection' | 'chosen' | 'children'> &
  Pick<SaveProgressProps, 'now' | 'onAct' | 'onAnnounce'> & {
    view: PopupView;
    isSecond: boolean;
    onReload: () => void;
    onSetUp: () => void;
    onOpenSettings: () => void;
    onSaveAddress: () => void;
    onSave: (order: ReturnType<typeof orderOf>) => void;
    onWantForm: (wants: boolean) => void;
  };

function PopupWork({ view, isSecond, onSave, onWantForm, ...props }: PopupWorkProps) {
  switch (view.kind) {
    case 'loading':
      return (
        <div className="popup-work" aria-hidden="true">
          <div className="popup-field">
            <span className="popup-label popup-work-hidden">{t('common_saveTo')}</span>
            <span className="popup-work-blank" />
          </div>
          <span className="popup-work-blank" data-tall />
        </div>
      );
    case 'failed':
      return <Failed error={view.error} onReload={props.onReload} />;
    case 'not-set-up':
      return (
        <LazyNoConnection>
          <NotSetUp onSetUp={props.onSetUp} />
        </LazyNoConnection>
      );
    case 'obstacle':
    case 'read-only':
    case 'no-memory':
    case 'first-memory':
      return <LazyBlockedPage {...props} view={view} />;
    case 'form':
      if (isSecond) {
        return view.form.error === null ? null : <PopupError error={view.form.error} />;
      }
      return (
        <SaveForm
          {...props}
          form={view.form}
          onSave={() => onSave(orderOf(view.form))}
          onBack={() => onWantForm(false)}
        />
      );
    case 'save': {
      const { changed, again } = view;
      const onElsewhere = () => onWantForm(true);
      const saveVersion = (memory: MemoryChoice) => onSave({ memory, asVersion: true });
      if (changed !== null) {
        return (
          <LazyChangedPage
            {...changed}
            now={props.now}
            isSecond={isSecond}
            onSaveVersion={() => saveVersion(changed.memory)}
            onElsewhere={onElsewhere}
          />
        );
      }
      return (
        <LazySaveProgress
          {...props}
          {...view}
          onElsewhere={view.elsewhere ? onElsewhere : null}
          onSaveVersion={again === null ? null : () => saveVersion(again)}
        />
      );
    }
  }
}

function NotSetUp({ onSetUp }: { onSetUp: () => void }) {
  return (
    <div className="popup-center">
      <Mark size={56} />
      <h2 className="popup-work-title">{t('errors_connection_none_title')}</h2>
      <p className="popup-work-text">{t('errors_connection_none_next')}</p>
      <Button look="primary" size="large" onClick={onSetUp} takesFocus>
        {t('common_setUp')}
      </Button>
    </div>
  );
}

function Failed({ error, onReload }: { error: AppError; onReload: () => void }) {
  const { title, next, traceId } = errorWords(error);
  return (
    <div className="popup-center" role="alert">
      <CircleAlert size={32} strokeWidth={1.75} />
      <h2 className="popup-work-title">{title}</h2>
      <p className="popup-work-text">{next}</p>
      {traceId === null ? null : (
        <p className="save-progress-trace">{t('common_reference', { traceId })}</p>
      )}
      <Button onClick={onReload} takesFocus>
        {t('common_retry')}
      </Button>
    </div>
  );
}
