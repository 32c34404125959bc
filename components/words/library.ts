/** The words around what was saved and the highlights of the page in front. */
import type { LibraryTab } from '../hooks/panel-place.ts';
import { counted, t } from '../../lib/language/text.ts';

export const libraryWords = {
  title: t('panel_views_library'),
  tabs: {
    everything: t('library_tabs_everything'),
    home: t('library_tabs_home'),
    page: t('library_tabs_page'),
  } satisfies Record<LibraryTab, string>,
  pageWith: (count: number) => counted(count, 'library_tabs_pageWith'),
} as const;
