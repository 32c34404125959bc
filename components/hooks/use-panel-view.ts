import { useCallback, useEffect, useState } from 'react';
import {
  type LibraryTab,
  type PanelPlace,
  type PanelView,
  placeOf,
  storedPlace,
} from './panel-place.ts';

const storageKey = 'panel-view';

export type PanelViewHook = PanelPlace & {
  show: (view: PanelView) => void;
  /** The library keeps its tab while another view is shown. */
  showTab: (tab: LibraryTab) => void;
};

/** The view of the side panel that is shown; the next panel begins with it. */
export function usePanelView(): PanelViewHook {
  const [place, setPlace] = useState(keptPlace);
  const show = useCallback((view: PanelView) => setPlace((before) => ({ ...before, view })), []);
  const showTab = useCallback((tab: LibraryTab) => setPlace((before) => ({ ...before, tab })), []);

  useEffect(() => {
    try {
      localStorage.setItem(storageKey, storedPlace(place));
    } catch {
      // Not remembered is no trouble: the next panel begins with the search.
    }
  }, [place]);
  return { ...place, show, showTab };
}

function keptPlace(): PanelPlace {
  try {
    return placeOf(localStorage.getItem(storageKey));
  } catch {
    return placeOf(null);
  }
}
