/** The keyboard commands of Keepsake, and how their keys are shown. */

/** The names under which the commands are declared in the manifest. */
export const commandNames = {
  popup: '_execute_action',
  save: 'save-page',
  highlight: 'save-selection',
} as const;
export type Command = keyof typeof commandNames;
export const commands = ['popup', 'save', 'highlight'] as const satisfies readonly Command[];

/** Takes a shortcut as the browser writes it apart into the keys to show: “Ctrl+Shift+S” or “⇧⌘S”. */
export function keycaps(shortcut: string): readonly string[] {
  const keys = shortcut.includes('+')
    ? shortcut.split('+')
    : (shortcut.match(/[⌃⌥⇧⌘]|[^⌃⌥⇧⌘]+/gu) ?? []);
  return keys.map((key) => key.trim()).filter((key) => key !== '');
}
