/** What a home in use cannot do, in the words every surface has for it. */
import { t } from '../../lib/language/text.ts';
export const homeWords = {
  onlyReads: {
    title: t('home_onlyReads_title'),
    text: t('home_onlyReads_text'),
    action: t('home_onlyReads_action'),
  },
  noMemory: {
    title: t('home_noMemory_title'),
    text: t('home_noMemory_text'),
  },
} as const;
