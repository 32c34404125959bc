/** What the settings say of the keyboard shortcuts. */
import { t } from '../../lib/language/text.ts';
export const shortcutWords = {
  title: t('shortcuts_title'),
  short: t('shortcuts_short'),
  text: t('shortcuts_text'),
  none: t('shortcuts_none'),
  change: t('shortcuts_change'),
  commands: {
    popup: {
      name: t('shortcuts_commands_popup_name'),
      text: t('shortcuts_commands_popup_text'),
    },
    save: {
      name: t('shortcuts_commands_save_name'),
      text: t('shortcuts_commands_save_text'),
    },
    highlight: {
      name: t('shortcuts_commands_highlight_name'),
      text: t('shortcuts_commands_highlight_text'),
    },
  },
} as const;
