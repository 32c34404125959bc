/** The words of the popup. */
import { t } from '../../lib/language/text.ts';
export const popupWords = {
  name: t('popup_name'),
  openPanel: t('popup_openPanel'),
  settings: t('popup_settings'),
  loading: t('popup_loading'),
  /** A page that neither says nor shows what it is. */
  untitled: t('popup_untitled'),
  saveTo: t('popup_saveTo'),
  chooseMemory: t('popup_chooseMemory'),
  newMemory: t('popup_newMemory'),
  newMemoryName: t('popup_newMemoryName'),
  newMemoryPlaceholder: t('popup_newMemoryPlaceholder'),
  create: t('popup_create'),
  creating: t('popup_creating'),
  cancel: t('popup_cancel'),
  save: t('popup_save'),
  saveAgain: t('popup_saveAgain'),
  saveAsVersion: t('popup_saveAsVersion'),
  saveElsewhere: t('popup_saveElsewhere'),
  back: t('popup_back'),
  tryAgain: t('popup_tryAgain'),
  search: t('popup_search'),
  searchPlaceholder: t('popup_searchPlaceholder'),
  clearSearch: t('recall_clear'),
  keys: { save: t('popup_keys_save'), highlight: t('popup_keys_highlight') },
  reference: (traceId: string) => t('popup_reference', { traceId }),
  homeless: {
    title: t('popup_homeless_title'),
    text: t('popup_homeless_text'),
    action: t('popup_homeless_action'),
  },
  firstMemory: {
    title: t('popup_firstMemory_title'),
    text: t('popup_firstMemory_text'),
  },
} as const;
