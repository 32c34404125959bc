/** What a connection in use cannot do, in the words every surface has for it. */
import { t } from '../../lib/i18n/i18n.ts';
export const connectionWords = {
  noMemory: {
    title: t('common_noMemory'),
    text: t('connection_noMemory_text'),
  },
} as const;
