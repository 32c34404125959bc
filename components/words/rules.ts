/** The words of the view for the rules, beside those of reading them. */
import { t } from '../../lib/language/text.ts';

export const rulesWords = {
  change: t('rules_change'),
  /** Where there is none yet. */
  add: t('rules_add'),
  elsewhere: t('rules_elsewhere'),
} as const;
