import { ok } from '../../lib/contract/result.ts';
import { lastValue, type Read, useQuery } from './use-query.ts';

export type Shortcuts = Partial<Record<Command, readonly string[]>>;
const readShortcuts: Read<Shortcuts> = async ({ shortcuts }) => ok(keysOf(await shortcuts()));

/** Returns the keyboard shortcuts; empty until they are known. */
export function useShortcuts(): Shortcuts {
  // The person can change them on the browser's settings page.
  const { state } = useQuery(readShortcuts, { reloadsOnFocus: true });
  return lastValue(state) ?? none;
}

const none: Shortcuts = {};

function keysOf(given: readonly { name: string; shortcut: string }[]): Shortcuts {
  const keys: Shortcuts = {};
  for (const command of commands) {
    const name = commandNames[command];
    const caps = keycaps(given.find((one) => one.name === name)?.shortcut ?? '');
    if (caps.length > 0) keys[command] = caps;
  }
  return keys;
}

/** Names of the commands in the manifest. */
const commandNames = {
  popup: '_execute_action',
  save: 'save-page',
  highlight: 'save-selection',
} as const;
export type Command = keyof typeof commandNames;
export const commands = ['popup', 'save', 'highlight'] as const satisfies readonly Command[];

/** Splits “Ctrl+Shift+S” or “⇧⌘S” into its keys. */
export function keycaps(shortcut: string): readonly string[] {
  const keys = shortcut.includes('+')
    ? shortcut.split('+')
    : (shortcut.match(/[⌃⌥⇧⌘]|[^⌃⌥⇧⌘]+/gu) ?? []);
  return keys.map((key) => key.trim()).filter((key) => key !== '');
}
