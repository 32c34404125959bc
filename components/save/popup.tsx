import { useEffect, useState, type ReactNode, useCallback, useRef } from 'react';
import { LazyConnectionNotice } from '../connections/lazy.tsx';
import { useBridge } from '../app/bridge.ts';
import { type PageWatch, usePage } from './use-page.ts';
import { useMemories } from '../app/use-active-connection.ts';
import { useNoting } from '../notes/use-note-form.ts';
import { useNow } from '../app/use-now.ts';
import { usePreview, type PreviewState, type PreviewPart } from './use-preview.ts';
import { useSaving } from './use-saving.ts';
import { useShortcuts, type Shortcuts } from '../app/use-shortcuts.ts';
import { useUndoing, useSaveDeeds } from './use-save-deeds.ts';
import type { SavedDraft } from '../notes/use-note-draft.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import {
  LateDiscardedSaves,
  LateHighlightLine,
  LateKeptSelection,
  LateLearnedNotice,
  LateSelectionForm,
  LateSiteLine,
  LateTextScreen,
  preloadSaveProgress,
  LateNoteScreen,
  LateNoteWay,
} from './lazy.tsx';
import { PageCard } from './page-card.tsx';
import { highlightsOf } from './page-highlights.ts';
import { selectionView, writingPlace } from './note-place.ts';
import { patternToAllow, readableTab, shownPage } from './page-to-save.ts';
import { orderOf, popupView } from './popup-view.ts';
import { PopupWork } from './popup-work.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { Keycaps } from '../ui/keycaps.tsx';
import { SearchField } from '../ui/search-field.tsx';
import './popup.css';
import { PanelRight, Settings2 } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { errorWords } from '../app/error-text.ts';
import { dayOf } from './preview-text.ts';
import type { PopupView } from './popup-model.ts';

/** The popup of the toolbar button: see what would be saved of this page, save it, see what became of it, search. */
export function Popup({ watch }: { watch: PageWatch }) {
  const { openWelcome, openSettings, closeWindow, requestOrigins } = useBridge();
  const page = usePage(watch);
  const saves = useSaving(page.hear);
  const { saving, fresh, tries } = saves;
  const undoing = useUndoing(page.hear);
  const { noting, keep } = useNoting(page.hear);
  const memories = useMemories(page.hear);
  const shortcuts = useShortcuts();
  const handOver = useHandOver(page.windowId);
  const readable = readableTab(page.state);
  const preview = usePreview(readable);
  const [wantsForm, setWantsForm] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(preloadSaveProgress, []);
  const [ownTitle, setOwnTitle] = useState<{ of: string; title: string } | null>(null);
  const { reader, openReader, closeReader } = useReader();
  const [isWriting, setIsWriting] = useState(false);
  /** The preview whose selection the person wants to keep although it was kept before. */
  const [keptTwice, setKeptTwice] = useState<string | null>(null);
  const [written, setWritten] = useState<SavedDraft | null>(null);
  const now = useNow(5_000);
  const { picked } = memories;
  const model = {
    page: page.state,
    saving,
    preview: preview.state,
    fresh,
    tries,
    wantsForm,
    picked,
    now,
  };
  const view = popupView(model);
  const { note, kept } = selectionView(model, noting, keptTwice);
  const writing = writingPlace(model);

  const tab = page.state.status === 'ready' ? page.state.page.tab : null;
  const seen = shownPage(preview.state, tab);
  // A title is the person's word about one page; another page in the same tab has its own.
  const title = ownTitle !== null && ownTitle.of === tab?.url ? ownTitle.title : null;
  const onSaving = () => setWantsForm(false);
  const deeds = useSaveDeeds({ page, saving: saves, undoing, seen, title, onSaving });
  const { saveShown, act } = deeds;
  const saveAddress = () => deeds.saveAddress(view);
  const toAllow = patternToAllow(seen.url);
  const allow = async () => toAllow !== null && requestOrigins([toAllow]);
  const openOwnSettings = () => void openSettings().then(closeWindow);
  const choosing = {
    naming: memories.naming,
    onPick: (id: string) => void memories.pick(id),
    onCreate: memories.create,
    onCalm: memories.calm,
  };

  return (
    <HuesOf value={page.state.status === 'ready' ? page.state.page.connection : null}>
      <PopupFrame
        onOpenPanel={() => handOver('')}
        onOpenSettings={openOwnSettings}
        foot={
          <PopupFoot
            shortcuts={shortcuts}
            onSearch={handOver}
            line={
              view.kind === 'form' || view.kind === 'save' ? (
                <LateSiteLine tabId={view.tab.id} />
              ) : null
            }
          />
        }
        screen={
          reader !== null ? (
            <LateTextScreen part={reader} readWhole={preview.readWhole} onBack={closeReader} />
          ) : isWriting && writing !== null ? (
            <LateNoteScreen
              {...choosing}
              {...writing}
              onWritten={(one) => {
                setWritten(one);
                setIsWriting(false);
              }}
              onBack={() => setIsWriting(false)}
            />
          ) : null
        }
      >
        {kept === null ? null : (
          <LateKeptSelection
            opening={kept.selection.opening}
            onKeepAgain={() => setKeptTwice(kept.previewId)}
          />
        )}
        {note === null ? null : (
          <LateSelectionForm
            {...choosing}
            key={note.previewId}
            note={note}
            noting={noting}
            source={seen}
            onKeep={(words) =>
              void keep({ previewId: note.previewId, memory: note.chosen, ...words })
            }
            onShowAll={() => openReader('selection')}
          />
        )}
        {'tab' in view || view.kind === 'loading' ? (
          <PageCard
            view={view}
            preview={preview.state}
            isRead={readable !== null}
            rereads={preview.rereads}
            title={title ?? seen.title}
            editing={{
              original: seen.title,
              onChange: (own) =>
                setOwnTitle(own === null || tab === null ? null : { of: tab.url, title: own }),
            }}
            isSmall={note !== null}
            onSave={() => {
              if (view.kind === 'form') void saveShown(orderOf(view.form));
            }}
            onReadAll={() => openReader('page')}
            onReadAgain={preview.takeAgain}
            onSaveAddress={saveAddress}
            onAllowSite={toAllow === null ? null : () => void allow().then(preview.takeAgain)}
          />
        ) : null}
        <LazyConnectionNotice isShort />
        <PopupWork
          {...choosing}
          onOpenSettings={openOwnSettings}
          view={view}
          now={now}
          isSecond={note !== null}
          onReload={page.reload}
          onSetUp={() => void openWelcome().then(closeWindow)}
          onSave={(order) => void saveShown(order)}
          onSaveAddress={saveAddress}
          onAct={act}
          onWantForm={setWantsForm}
          onSay={setSaid}
        />
        <LateNoteWay
          canWrite={writing !== null}
          isLoading={view.kind === 'loading'}
          isWriting={isWriting}
          written={written}
          onWrite={() => setIsWriting(true)}
          windowIdOf={page.windowId}
        />
        {undoing.discarded.length === 0 ? null : <LateDiscardedSaves undoing={undoing} />}
        <LateLearnedNotice isKnown={view.kind === 'save'} />
        <LateHighlightLine {...highlightsOf(page.state)} onAct={act} />
        <LiveRegion words={changeAnnouncement(view) || said} />
        <LiveRegion words={troubleAnnouncement(view, preview.state)} />
        <LiveRegion
          words={
            noting.status === 'kept' ? t('preview_selection_kept', { memory: noting.memory }) : ''
          }
        />
      </PopupFrame>
    </HuesOf>
  );
}

type PopupFootProps = {
  shortcuts: Shortcuts;
  /** Called while the key is being handled, so that the side panel may open. */
  onSearch: (q: string) => void;
  /** Stands above the keys, such as what can be switched on for this site. */
  line: ReactNode;
};

/** The search, which goes on in the side panel, and the keys that do without the popup. */
function PopupFoot({ shortcuts, onSearch, line }: PopupFootProps) {
  const [q, setQ] = useState('');
  return (
    <footer className="popup-foot">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (q.trim() !== '') onSearch(q.trim());
          }}
        >
          <SearchField
            label={t('popup_search')}
            placeholder={t('popup_searchPlaceholder')}
            clearLabel={t('common_clear')}
            value={q}
            onChange={setQ}
          />
        </form>
      </search>
      {line}
      <p className="popup-keys">
        {(['save', 'highlight'] as const).map((command) => {
          const keys = shortcuts[command];
          return keys === undefined ? null : (
            <span key={command} className="popup-key">
              {popupWords.keys[command]} <Keycaps keys={keys} />
            </span>
          );
        })}
      </p>
    </footer>
  );
}

type PopupFrameProps = {
  onOpenPanel: () => void;
  onOpenSettings: () => void;
  foot: ReactNode;
  /** Lies over what the popup was opened for, which keeps what was typed into it; null where nothing does. */
  screen: ReactNode;
  children: ReactNode;
};

/** The parts of the popup that never move: its name, and the search at the foot. */
function PopupFrame(props: PopupFrameProps) {
  const { onOpenPanel, onOpenSettings, foot, screen, children } = props;
  return (
    <div className="popup">
      <header className="popup-head">
        <Mark size={22} />
        <h1 className="popup-name">{t('popup_name')}</h1>
        <IconButton label={t('popup_settings')} onClick={onOpenSettings}>
          <Settings2 size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('popup_openPanel')} onClick={onOpenPanel}>
          <PanelRight size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <main className="popup-body">
        <div className="popup-main" hidden={screen !== null}>
          {children}
        </div>
        {screen}
      </main>
      {foot}
    </div>
  );
}

const popupWords = {
  keys: { save: t('popup_keys_save'), highlight: t('popup_keys_highlight') },
} as const;

/** Gives what a screen reader is told of a page that has changed since it was saved. */
export function changeAnnouncement(view: PopupView): string {
  if (view.kind !== 'save' || view.changed === null) return '';
  return `${t('preview_changed_title')} ${t('preview_changed_since', { day: dayOf(view.changed.savedAt) })}`;
}

/** Gives what a screen reader is told where the page could not be read for the person to see. */
function troubleAnnouncement(view: PopupView, preview: PreviewState): string {
  if (view.kind !== 'form') return '';
  if (preview.status === 'failed') return errorWords(preview.error).title;
  const page = preview.status === 'ready' ? preview.preview.page : null;
  return page === null || page.ok ? '' : errorWords(page.error).title;
}

/** Opens the side panel from the popup and leaves it the words to search for; the popup then closes. */
function useHandOver(windowIdOf: () => number | null) {
  const { offerQuery, openSidePanel, closeWindow } = useBridge();
  return useCallback(
    (q: string) => {
      const windowId = windowIdOf();
      if (windowId === null) return;
      // Not awaited: browsers open the panel only while the click or the key is being handled.
      const offered = q === '' ? Promise.resolve() : offerQuery(windowId, q);
      const opened = openSidePanel(windowId);
      void Promise.all([offered, opened]).then(closeWindow);
    },
    [offerQuery, openSidePanel, closeWindow, windowIdOf],
  );
}

/** Which text lies open, and the focus back on what opened it. */
function useReader() {
  const [reader, setReader] = useState<PreviewPart | null>(null);
  const openedRef = useRef<PreviewPart | null>(null);
  useEffect(() => {
    if (reader !== null) openedRef.current = reader;
    else if (openedRef.current !== null) {
      document.querySelector<HTMLElement>(`[data-reads="${openedRef.current}"]`)?.focus();
      openedRef.current = null;
    }
  }, [reader]);
  return { reader, openReader: setReader, closeReader: () => setReader(null) };
}
