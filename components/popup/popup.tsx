import { useEffect, useState } from 'react';
import { LateHomeNotice } from '../home-notice/late-home-notice.tsx';
import { useBridge } from '../hooks/bridge.ts';
import type { PageWatch } from '../hooks/page-watch.ts';
import { useHandOver } from '../hooks/use-hand-over.ts';
import { useMemories } from '../hooks/use-memories.ts';
import { useNoting } from '../hooks/use-noting.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePage } from '../hooks/use-page.ts';
import { usePreview } from '../hooks/use-preview.ts';
import { useSaving } from '../hooks/use-saving.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { useUndoing } from '../hooks/use-undoing.ts';
import type { Written } from '../hooks/use-writing.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { selectionWords } from '../words/preview.ts';
import { changeAnnouncement, troubleAnnouncement } from './announcements.ts';
import {
  LateDiscardedSaves,
  LateHighlightLine,
  LateKeptSelection,
  LateLearnedNotice,
  LateSelectionForm,
  LateSiteLine,
  LateTextScreen,
  preloadSaveProgress,
} from './late.tsx';
import { LateNoteScreen, LateNoteWay } from './late-note.tsx';
import { PageCard } from './page-card.tsx';
import { highlightsOf } from './page-highlights.ts';
import { PopupFoot } from './popup-foot.tsx';
import { PopupFrame } from './popup-frame.tsx';
import { selectionView, writingPlace } from './note-place.ts';
import { patternToAllow, readableTab, shownPage } from './page-to-save.ts';
import { orderOf, popupView } from './popup-view.ts';
import { PopupWork } from './popup-work.tsx';
import { useReader } from './use-reader.ts';
import { useSaveDeeds } from './use-save-deeds.ts';

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
  const [written, setWritten] = useState<Written | null>(null);
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
    <HuesOf value={page.state.status === 'ready' ? page.state.page.home : null}>
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
        <LateHomeNotice isShort />
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
        <LiveRegion words={noting.status === 'kept' ? selectionWords.kept(noting.memory) : ''} />
      </PopupFrame>
    </HuesOf>
  );
}
