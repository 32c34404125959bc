/** The words of what was found, wherever it is shown; those of searching itself are in search.ts. */
import { t } from '../../lib/language/text.ts';

export const recallWords = {
  clear: t('recall_clear'),
  yourNote: t('recall_yourNote'),
  untitled: t('recall_untitled'),
  more: t('recall_more'),
  less: t('recall_less'),
  firstUse: {
    title: t('recall_firstUse_title'),
    text: t('recall_firstUse_text'),
    action: t('recall_firstUse_action'),
  },
} as const;
