import { useCallback, useState } from 'react';

/** The views of the side panel, as they stand in its navigation. */
export const panelViews = ['search', 'ask', 'profile', 'highlights', 'saves'] as const;
export type PanelView = (typeof panelViews)[number];

const storageKey = 'panel-view';

/** The view of the side panel that is shown; the next panel begins with it. */
export function usePanelView(): readonly [PanelView, (view: PanelView) => void] {
  const [view, setView] = useState(storedView);
  const show = useCallback((next: PanelView) => {
    setView(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Not remembered is no trouble: the next panel begins with the search.
    }
  }, []);
  return [view, show];
}

/** Whatever stands there, it is one of the views or the first. */
function storedView(): PanelView {
  try {
    const stored = localStorage.getItem(storageKey);
    return panelViews.find((view) => view === stored) ?? panelViews[0];
  } catch {
    return panelViews[0];
  }
}
