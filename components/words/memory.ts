/** What is said of a Memory wherever it is named. */
import { t } from '../../lib/language/text.ts';

export const memoryWords = {
  nameFull: (count: number) => t('memory_nameFull', { count }),
} as const;
