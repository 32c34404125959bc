import { useState } from 'react';
import { LateHomeNotice } from '../home-notice/late-home-notice.tsx';
import { useBridge } from '../hooks/bridge.ts';
import { useHandOver } from '../hooks/use-hand-over.ts';
import { useMemories } from '../hooks/use-memories.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePage } from '../hooks/use-page.ts';
import { useSaving } from '../hooks/use-saving.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { HighlightLine } from './highlight-line.tsx';
import { PopupFoot } from './popup-foot.tsx';
import { PopupFrame } from './popup-frame.tsx';
import { heldBackBy, highlightsOf, popupAnnouncement, popupView } from './popup-view.ts';
import { LearnedNotice } from '../saves/learned-notice.tsx';
import type { SaveAction } from '../saves/save-view.ts';
import { PopupWork } from './popup-work.tsx';

/** The popup of the toolbar button: save this page, see what became of it, search. */
export function Popup() {
  const { openWelcome, openSettings, closeWindow } = useBridge();
  const page = usePage();
  const { saving, fresh, save, retry, discard } = useSaving(page.hear);
  const memories = useMemories(page.hear);
  const shortcuts = useShortcuts();
  const handOver = useHandOver(page.windowIdRef);
  const [wantsForm, setWantsForm] = useState(false);
  const now = useNow(5_000);
  const { picked } = memories;
  const view = popupView({ page: page.state, saving, fresh, wantsForm, picked, now });

  const tabId = page.state.status === 'ready' ? page.state.page.tab.id : null;
  const saveShown = async (...asked: Parameters<typeof save>) => {
    const saved = await save(...asked);
    // An app may have gone to another page of its own since the popup opened: that one was saved.
    if (saved !== null && saved.source.url !== asked[0].url) page.reload();
  };
  const openOwnSettings = () => void openSettings().then(closeWindow);
  const act = (action: SaveAction, id: string) =>
    void (action === 'discard'
      ? discard(id)
      : retry(id, { tabId, heldBackBy: heldBackBy(page.state, id) }));

  return (
    <PopupFrame
      view={view}
      onOpenPanel={() => handOver('')}
      onOpenSettings={openOwnSettings}
      foot={<PopupFoot shortcuts={shortcuts} onSearch={handOver} />}
    >
      <LateHomeNotice isShort />
      <PopupWork
        onOpenSettings={openOwnSettings}
        view={view}
        now={now}
        naming={memories.naming}
        onReload={page.reload}
        onSetUp={() => void openWelcome().then(closeWindow)}
        onPick={(id) => void memories.pick(id)}
        onCreate={memories.create}
        onCalm={memories.calm}
        onSave={(memory) => {
          if (view.kind !== 'form') return;
          setWantsForm(false);
          const { tab } = view;
          void saveShown(tab, memory);
        }}
        onAct={act}
        onWantForm={setWantsForm}
      />
      <LearnedNotice isKnown={view.kind === 'save'} />
      <HighlightLine {...highlightsOf(page.state)} onAct={act} />
      <LiveRegion words={popupAnnouncement(view)} />
    </PopupFrame>
  );
}
