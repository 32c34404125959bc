import { useEffect, useState } from 'react';
import { plural, t } from '../../lib/i18n/i18n.ts';

/** The panel's views, in navigation order. */
export const panelViews = ['search', 'ask', 'profile', 'library', 'highlights'] as const;
export type PanelView = (typeof panelViews)[number];

/** Parses a stored view, including the names of earlier versions. Unknown names become the first view. */
export function viewOf(stored: string | null): PanelView {
  const name = earlierNames.get(stored ?? '') ?? stored;
  return panelViews.find((view) => view === name) ?? panelViews[0];
}

/** Names stored by earlier versions: saves were a view, and the library had tabs. */
const earlierNames: ReadonlyMap<string, PanelView> = new Map([
  ['saves', 'library'],
  ['library/everything', 'library'],
  ['library/home', 'library'],
  ['library/connection', 'library'],
  ['library/page', 'highlights'],
]);

const storageKey = 'panel-view';

/** Restores the view that was open last. */
export function usePanelView() {
  const [view, show] = useState(lastView);

  useEffect(() => {
    try {
      localStorage.setItem(storageKey, view);
    } catch {
      // Without storage the panel opens on search.
    }
  }, [view]);
  return { view, show };
}

function lastView(): PanelView {
  try {
    return viewOf(localStorage.getItem(storageKey));
  } catch {
    return viewOf(null);
  }
}

/** Labels the library button with how many saves need attention and whether some are being sent. */
export function libraryLabel({ needy, isMoving }: { needy: number; isMoving: boolean }): string {
  const view = t('panel_views_library');
  const label = needy === 0 ? view : plural(needy, 'panel_label_needy', { view });
  return isMoving ? t('panel_label_moving', { view: label }) : label;
}
