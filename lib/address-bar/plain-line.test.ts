import { describe, expect, it } from 'vitest';
import { plainLine } from './line.ts';

describe('plainLine', () => {
  it.each([
    ['plain text', 'Überblick 2026 – 読書', 'Überblick 2026 – 読書'],
    ['lines and tabs', ' a\n\tb\u2028c ', 'a b c'],
    ['control characters', 'a\u0000b\u0007\u001Bc\u0085d', 'a b c d'],
    ['bidi controls', '\u202Egpj.exe\u2066x\u2069\u061C\u200F', 'gpj.exex'],
    ['zero-width characters', 'a\u200Bb\uFEFFc\u2060d', 'abcd'],
    ['invisible tag characters', 'a\u{E0041}\u{E007F}b', 'ab'],
    ['lone surrogates', 'a\uD800b', 'a\uFFFDb'],
    ['characters invalid in XML', 'a\uFFFEb\uFFFF', 'ab'],
    ['joiners that scripts and emoji need', 'می\u200Cخواهم 👩\u200D🔬', 'می\u200Cخواهم 👩\u200D🔬'],
  ])('handles %s', (_, text, line) => {
    expect(plainLine(text, 90)).toBe(line);
  });

  it('cuts between graphemes and adds an ellipsis', () => {
    expect(plainLine('👩\u200D🔬👩\u200D🔬👩\u200D🔬👩\u200D🔬', 3)).toBe(
      '👩\u200D🔬👩\u200D🔬👩\u200D🔬…',
    );
    expect(plainLine('one two three', 8)).toBe('one two…');
  });

  it('counts a pile of combining marks as many characters', () => {
    const pile = `a${'\u0301'.repeat(5_000)}`;

    expect(plainLine(pile, 20)).toBe('…');
  });

  it('handles very long text quickly', () => {
    expect(plainLine('word '.repeat(1_000_000), 5)).toBe('word…');
  });
});
