/** The words of the side panel's frame. */
import type { PanelView } from '../hooks/panel-place.ts';
import { counted, t } from '../../lib/language/text.ts';

export const panelWords = {
  views: {
    search: t('panel_views_search'),
    ask: t('panel_views_ask'),
    profile: t('panel_views_profile'),
    library: t('panel_views_library'),
    rules: t('panel_views_rules'),
  } satisfies Record<PanelView, string>,
  navigation: t('panel_navigation'),
  title: (view: string) => t('panel_title', { view }),
} as const;

/** Gives the name of the way to the saves, with how many need the person and whether some are on their way. */
export function libraryLabel({ needy, isMoving }: { needy: number; isMoving: boolean }): string {
  const view = panelWords.views.library;
  if (needy === 0) return isMoving ? t('panel_label_moving', { view }) : view;
  return counted(needy, isMoving ? 'panel_label_needyMoving' : 'panel_label_needy', { view });
}
