import { describe, expect, it } from 'vitest';
import { plainLine } from './line.ts';

describe('plainLine', () => {
  it.each([
    ['what is plain already', 'Überblick 2026 – 読書', 'Überblick 2026 – 読書'],
    ['lines and tabs', ' a\n\tb\u2028c ', 'a b c'],
    ['control characters', 'a\u0000b\u0007\u001Bc\u0085d', 'a b c d'],
    ['marks of direction', '\u202Egpj.exe\u2066x\u2069\u061C\u200F', 'gpj.exex'],
    ['what has no width', 'a\u200Bb\uFEFFc\u2060d', 'abcd'],
    ['tags that nobody sees', 'a\u{E0041}\u{E007F}b', 'ab'],
    ['halves of characters', 'a\uD800b', 'a\uFFFDb'],
    ['what XML cannot hold', 'a\uFFFEb\uFFFF', 'ab'],
    ['joiners that scripts and signs need', 'می\u200Cخواهم 👩\u200D🔬', 'می\u200Cخواهم 👩\u200D🔬'],
  ])('takes care of %s', (_, text, line) => {
    expect(plainLine(text, 90)).toBe(line);
  });

  it('cuts between characters as a person counts them, and says so', () => {
    expect(plainLine('👩\u200D🔬👩\u200D🔬👩\u200D🔬👩\u200D🔬', 3)).toBe(
      '👩\u200D🔬👩\u200D🔬👩\u200D🔬…',
    );
    expect(plainLine('one two three', 8)).toBe('one two…');
  });

  it('lets no pile of marks through as one character', () => {
    const pile = `a${'\u0301'.repeat(5_000)}`;

    expect(plainLine(pile, 20)).toBe('…');
  });

  it('is done soon with a text of any length', () => {
    expect(plainLine('word '.repeat(1_000_000), 5)).toBe('word…');
  });
});
