/** The words of the side panel's frame. */
import type { PanelView } from '../hooks/use-panel-view.ts';
import { counted, t } from '../../lib/language/text.ts';

export const panelWords = {
  views: {
    search: t('panel_views_search'),
    ask: t('panel_views_ask'),
    profile: t('panel_views_profile'),
    highlights: t('panel_views_highlights'),
    saves: t('panel_views_saves'),
  } satisfies Record<PanelView, string>,
  navigation: t('panel_navigation'),
  needy: (count: number) => counted(count, 'panel_needy'),
  underWay: t('panel_underWay'),
  title: (view: string) => t('panel_title', { view }),
} as const;
