import { describe, expect, it } from 'vitest';
import { keycaps } from './use-shortcuts.ts';

describe('keycaps', () => {
  it.each([
    ['Ctrl+Shift+S', ['Ctrl', 'Shift', 'S']],
    ['⇧⌘S', ['⇧', '⌘', 'S']],
    ['⌃⌥F12', ['⌃', '⌥', 'F12']],
    ['Alt+Page Down', ['Alt', 'Page Down']],
    ['F7', ['F7']],
    ['', []],
  ])('splits %s', (shortcut, keys) => {
    expect(keycaps(shortcut)).toEqual(keys);
  });
});
