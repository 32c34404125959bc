import { useState } from 'react';
import type { PagePart } from '../../lib/capture/schema.ts';
import { useBridge } from '../app/bridge.ts';
import type { PageState } from './use-page.ts';

/** What the popup can save: a part of the page, or the selected text. */
export type SavePart = PagePart | 'selection';

type Choice = { tabId: number; part: PagePart };

export type PartHook = ReturnType<typeof usePart>;

/** Remembers the part for the page's site. A selection is chosen only for this save. */
export function usePart(page: PageState) {
  const { ask } = useBridge();
  const [chosen, setChosen] = useState<Choice | null>(null);
  /** Null while the person has chosen nothing: then the selection goes first, if there is one. */
  const [wantsSelection, setWantsSelection] = useState<boolean | null>(null);
  const { tab = null, part: usual = 'article' } = page.status === 'ready' ? page.page : {};
  const isOfTab = chosen !== null && chosen.tabId === tab?.id;
  const part = isOfTab ? chosen.part : usual;

  function choose(wanted: SavePart): void {
    setWantsSelection(wanted === 'selection');
    if (wanted === 'selection' || tab === null) return;
    setChosen({ tabId: tab.id, part: wanted });
    void ask('preview.choose-part', { tabId: tab.id, part: wanted });
  }

  return { part, isChosen: isOfTab, wantsSelection, choose };
}
