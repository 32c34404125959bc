/** The words of what a home holds. */
import { counted, t } from '../../lib/language/text.ts';

export const documentsWords = {
  loading: t('documents_loading'),
  refresh: t('documents_refresh'),
  more: t('documents_more'),
  /** For ears alone: a list says by itself how long it is. */
  listed: (count: number) => counted(count, 'documents_listed'),
  /** Where a service lists more at once than can be shown. */
  cut: t('documents_cut'),
  notes: t('documents_notes'),
  empty: (memory: string | null) =>
    memory === null ? t('documents_empty') : t('documents_emptyIn', { memory }),
  emptyText: t('documents_emptyText'),
} as const;
