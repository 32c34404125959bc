import { useEffect, useState } from 'react';
import type { PageDescription } from '../../lib/contracts/messages.ts';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { LateHomeNotice } from '../home-notice/late-home-notice.tsx';
import { askToRead } from '../hooks/ask-to-read.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { PageWatch } from '../hooks/page-watch.ts';
import { useHandOver } from '../hooks/use-hand-over.ts';
import { useMemories } from '../hooks/use-memories.ts';
import { useNoting } from '../hooks/use-noting.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePage } from '../hooks/use-page.ts';
import { usePreview } from '../hooks/use-preview.ts';
import { type SaveOrder, useSaving } from '../hooks/use-saving.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { useUndoing } from '../hooks/use-undoing.ts';
import type { Written } from '../hooks/use-writing.ts';
import type { SaveAction } from '../saves/save-view.ts';
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
import type { AddressOrder } from './popup-model.ts';
import { heldBackBy, orderOf, popupView } from './popup-view.ts';
import { PopupWork } from './popup-work.tsx';
import { useReader } from './use-reader.ts';

/** The popup of the toolbar button: see what would be saved of this page, save it, see what became of it, search. */
export function Popup({ watch }: { watch: PageWatch }) {
  const bridge = useBridge();
  const { openWelcome, openSettings, closeWindow, requestOrigins } = bridge;
  const page = usePage(watch);
  const { saving, fresh, tries, save, saveLink, retry, discard } = useSaving(page.hear);
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
  const saveShown = async (order: Pick<SaveOrder, 'memory' | 'asVersion'>) => {
    if (tab === null) return;
    setWantsForm(false);
    const saved = await save({ tab, previewId: seen.previewId, title, ...order });
    // An app may have gone to another page of its own since the popup opened: that one was saved.
    if (saved !== null && saved.source.url !== seen.url) page.reload();
  };
  const toAllow = patternToAllow(seen.url);
  const allow = async () => toAllow !== null && requestOrigins([toAllow]);
  /** Gives whether it was written, which it is before the person has answered the browser. */
  const saveAddressOf = (url: string, { home, memory, title: named }: LinkOrder) => {
    setWantsForm(false);
    // The home on this device reads the address from here. The question may close the popup.
    if (home.kind === 'device') void askToRead(bridge, url);
    return saveLink({ url, tabId: tab?.id ?? null, memory, title: named });
  };
  const saveAddress = () => {
    if (view.kind !== 'form' && view.kind !== 'obstacle') return;
    const order = view.kind === 'form' ? { ...view.form, memory: view.form.chosen } : view.address;
    if (order !== null) void saveAddressOf(seen.url, { ...order, title: title ?? seen.title });
  };
  /** In the place of a save whose page could not be read. */
  const saveAddressInstead = async (id: string) => {
    const item = page.state.status === 'ready' ? saveOf(page.state.page, id) : null;
    if (item === null || page.state.status !== 'ready') return;
    const { home } = page.state.page;
    const order = { home, memory: item.container, title: item.source.title };
    if ((await saveAddressOf(item.source.url, order)) !== null) await discard(id);
  };
  /** With the way back. */
  const discardForNow = async (id: string) => {
    const item = page.state.status === 'ready' ? saveOf(page.state.page, id) : null;
    if ((await discard(id)) && item !== null) undoing.offer(item);
  };
  const allowSiteOf = async (id: string) => {
    const item = page.state.status === 'ready' ? saveOf(page.state.page, id) : null;
    if (item === null || !(await askToRead(bridge, item.source.url))) return;
    await retry(id, { tabId: null, heldBackBy: null });
  };
  const openOwnSettings = () => void openSettings().then(closeWindow);
  const act = (action: SaveAction, id: string) => {
    if (action === 'discard') return void discardForNow(id);
    if (action === 'save-address') return void saveAddressInstead(id);
    if (action === 'allow-site') return void allowSiteOf(id);
    const tabId = tab?.id ?? null;
    return void retry(id, { tabId, heldBackBy: heldBackBy(page.state, id) });
  };
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

type LinkOrder = AddressOrder & { title: string };

function saveOf({ saves }: PageDescription, id: string): OutboxView | null {
  return saves.find((save) => save.id === id) ?? null;
}
