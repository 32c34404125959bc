import { useEffect, useState } from 'react';
import { useBridge } from './bridge.ts';
import { t } from '../../lib/i18n/i18n.ts';

/** The keys of each command that has a shortcut. */
export type Shortcuts = Partial<Record<Command, readonly string[]>>;

/** Gives the shortcuts of the commands in this browser; none until they are known. */
export function useShortcuts(): Shortcuts {
  const bridge = useBridge();
  const [shortcuts, setShortcuts] = useState<Shortcuts>({});
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const given = await bridge.shortcuts();
      if (wanted) setShortcuts(keysOf(given));
    };
    void read();
    // They can be changed on the browser's own page meanwhile.
    const again = () => void read();
    window.addEventListener('focus', again);
    return () => {
      wanted = false;
      window.removeEventListener('focus', again);
    };
  }, [bridge]);
  return shortcuts;
}

function keysOf(given: readonly { name: string; shortcut: string }[]): Shortcuts {
  const keys: Shortcuts = {};
  for (const command of commands) {
    const name = commandNames[command];
    const caps = keycaps(given.find((one) => one.name === name)?.shortcut ?? '');
    if (caps.length > 0) keys[command] = caps;
  }
  return keys;
}

/** The names of the commands in the manifest. */
const commandNames = {
  popup: '_execute_action',
  save: 'save-page',
  highlight: 'save-selection',
} as const;
export type Command = keyof typeof commandNames;
export const commands = ['popup', 'save', 'highlight'] as const satisfies readonly Command[];

/** Splits a shortcut as the browser writes it, “Ctrl+Shift+S” or “⇧⌘S”, into its keys. */
export function keycaps(shortcut: string): readonly string[] {
  const keys = shortcut.includes('+')
    ? shortcut.split('+')
    : (shortcut.match(/[⌃⌥⇧⌘]|[^⌃⌥⇧⌘]+/gu) ?? []);
  return keys.map((key) => key.trim()).filter((key) => key !== '');
}

export const shortcutWords = {
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
