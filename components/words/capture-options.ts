/** What the settings say of the ways of saving. */
import type { CaptureOptionName } from '../../lib/contracts/capture-options.ts';
import { t } from '../../lib/language/text.ts';

export const captureOptionWords = {
  title: t('captureOptions_title'),
  text: t('captureOptions_text'),
  memory: {
    title: t('captureOptions_memory_title'),
    text: t('captureOptions_memory_text'),
    none: t('captureOptions_memory_none'),
    readsOnly: t('captureOptions_memory_readsOnly'),
    changed: (memory: string) => t('captureOptions_changed', { memory }),
  },
  options: {
    offersSelection: {
      title: t('captureOptions_offersSelection_title'),
      text: t('captureOptions_offersSelection_text'),
    },
    tellsLearned: {
      title: t('captureOptions_tellsLearned_title'),
      text: t('captureOptions_tellsLearned_text'),
    },
    marksSaved: {
      title: t('captureOptions_marksSaved_title'),
      text: t('captureOptions_marksSaved_text'),
    },
  } satisfies Record<CaptureOptionName, { title: string; text: string }>,
} as const;
