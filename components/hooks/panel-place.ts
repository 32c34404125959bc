/** The views of the side panel, and where in them a person is. Pure. */

/** As they stand in the navigation. */
export const panelViews = ['search', 'ask', 'profile', 'library', 'rules'] as const;
export type PanelView = (typeof panelViews)[number];

/** The tabs of the library: all that was saved here, what the home holds, and the highlights of the page in front. */
export const libraryTabs = ['everything', 'home', 'page'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

export type PanelPlace = { view: PanelView; tab: LibraryTab };

/** Gives a place as it is kept for the next panel. */
export function storedPlace({ view, tab }: PanelPlace): string {
  return view === 'library' ? `${view}/${tab}` : view;
}

/** Gives the place that was kept, also by an earlier version; whatever stands there, it is one of the views. */
export function placeOf(stored: string | null): PanelPlace {
  const [first, second] = (earlierNames.get(stored ?? '') ?? stored ?? '').split('/');
  return {
    view: panelViews.find((view) => view === first) ?? panelViews[0],
    tab: libraryTabs.find((tab) => tab === second) ?? libraryTabs[0],
  };
}

/** What was saved, and the highlights of a page, were views of their own. */
const earlierNames: ReadonlyMap<string, string> = new Map([
  ['saves', 'library/everything'],
  ['highlights', 'library/page'],
]);
