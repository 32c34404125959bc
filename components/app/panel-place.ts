import { useCallback, useEffect, useState } from 'react';
import { plural, t } from '../../lib/i18n/i18n.ts';

/** In the order of the navigation. */
export const panelViews = ['search', 'ask', 'profile', 'library', 'rules'] as const;
export type PanelView = (typeof panelViews)[number];
/** Activity in this browser, documents of the connection, highlights of the active page. */
export const libraryTabs = ['everything', 'connection', 'page'] as const;
export type LibraryTab = (typeof libraryTabs)[number];
type PanelPlace = { view: PanelView; tab: LibraryTab };

export function storedPlace({ view, tab }: PanelPlace): string {
  return view === 'library' ? `${view}/${tab}` : view;
}

/** Includes names of earlier versions; anything unknown becomes the first view. */
export function placeOf(stored: string | null): PanelPlace {
  const [first, second] = (earlierNames.get(stored ?? '') ?? stored ?? '').split('/');
  return {
    view: panelViews.find((view) => view === first) ?? panelViews[0],
    tab: libraryTabs.find((tab) => tab === second) ?? libraryTabs[0],
  };
}

/** Activity and highlights used to be views, not tabs. */
const earlierNames: ReadonlyMap<string, string> = new Map([
  ['saves', 'library/everything'],
  ['library/home', 'library/connection'],
  ['highlights', 'library/page'],
]);

const storageKey = 'panel-view';

/** Restores the view that was open last. */
export function usePanelView() {
  const [place, setPlace] = useState(lastPlace);
  const show = useCallback((view: PanelView) => setPlace((before) => ({ ...before, view })), []);
  const showTab = useCallback((tab: LibraryTab) => setPlace((before) => ({ ...before, tab })), []);

  useEffect(() => {
    try {
      localStorage.setItem(storageKey, storedPlace(place));
    } catch {
      // Without storage the panel opens on search.
    }
  }, [place]);
  return { ...place, show, showTab };
}

function lastPlace(): PanelPlace {
  try {
    return placeOf(localStorage.getItem(storageKey));
  } catch {
    return placeOf(null);
  }
}

export const panelWords = {
  views: {
    search: t('panel_views_search'),
    ask: t('panel_views_ask'),
    profile: t('panel_views_profile'),
    library: t('panel_views_library'),
    rules: t('panel_views_rules'),
  } satisfies Record<PanelView, string>,
  title: (view: string) => t('panel_title', { view }),
} as const;

/** Includes how many saves need attention and whether some are being sent. */
export function libraryLabel({ needy, isMoving }: { needy: number; isMoving: boolean }): string {
  const view = t('panel_views_library');
  const label = needy === 0 ? view : plural(needy, 'panel_label_needy', { view });
  return isMoving ? t('panel_label_moving', { view: label }) : label;
}
