/** What there is to choose from: the tabs of a window, with what is known of each. */
import type { TabChoice } from '../../contracts/batches.ts';
import { originsOfUrls } from '../../core/batch/origins.ts';
import { tabObstacle } from '../../core/batch/tab-obstacle.ts';
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import type { KeptItem } from '../../core/outbox/view.ts';

export type WindowTab = Pick<TabChoice, 'tabId' | 'url' | 'title' | 'isActive' | 'isAsleep'>;

export type ChoicePorts = {
  /** What was saved of a page, by the identity of its address. */
  savesOf: (pageKey: string) => Promise<Pick<KeptItem, 'kind' | 'state'>[]>;
  isOriginAllowed: (origin: string) => Promise<boolean>;
};

/** Gives the tabs in the order they stand in. */
export function tabChoices(
  tabs: readonly WindowTab[],
  { savesOf, isOriginAllowed }: ChoicePorts,
): Promise<TabChoice[]> {
  return Promise.all(
    tabs.map(async (tab) => {
      const obstacle = tabObstacle(tab.url);
      const [origin] = originsOfUrls([tab.url]);
      const [saves, isAllowed] = await Promise.all([
        obstacle === null ? savesOf(customIdOf({ url: tab.url, canonicalLink: null })) : [],
        obstacle === null && origin !== undefined ? isOriginAllowed(origin) : false,
      ]);
      return { ...tab, obstacle, isAllowed, isSaved: saves.some(isThere) };
    }),
  );
}

/** Kept by a Memory, or on its way there; a note about the page is not the page. */
function isThere({ kind, state }: Pick<KeptItem, 'kind' | 'state'>): boolean {
  return kind !== 'note' && state.status !== 'refused' && state.status !== 'paused';
}
