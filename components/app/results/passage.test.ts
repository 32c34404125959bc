import { array, assert, boolean, integer, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passageWindow, type Span } from './passage.tsx';

const filler = 'one two three four five six seven eight nine ten '.repeat(20);

function textOf(passage: string, marks: readonly Span[], whole = false): string {
  return passageWindow(passage, marks, whole)
    .parts.map(({ text }) => text)
    .join('');
}

describe('passageWindow', () => {
  it('shows a whole short passage, with its words marked', () => {
    expect(passageWindow('the long memory', [[4, 8]], false)).toEqual({
      parts: [
        { key: 0, text: 'the ', marked: false },
        { key: 4, text: 'long', marked: true },
        { key: 8, text: ' memory', marked: false },
      ],
      cutBefore: false,
      cutAfter: false,
    });
  });

  it('starts a long passage near its first marked word, between words', () => {
    const passage = `${filler}needle ${filler}`;
    const at = passage.indexOf('needle');
    const { parts, cutBefore, cutAfter } = passageWindow(passage, [[at, at + 6]], false);

    expect(cutBefore && cutAfter).toBe(true);
    expect(parts[1]).toMatchObject({ text: 'needle', marked: true });
    expect(parts[0]?.text.length).toBeLessThan(100);
    expect(parts[0]?.text).toMatch(/^\w+ /);
    expect(parts.at(-1)?.text).toMatch(/ (one|two|three|four|five|six|seven|eight|nine|ten)$/);
  });

  it('starts where the most different words are close together', () => {
    const passage = `the moon ${filler}${filler}the moon pulls at the sea ${filler}`;
    const marks = [...passage.matchAll(/moon|pulls|sea/g)].map(({ index, 0: word }): Span => [
      index,
      index + word.length,
    ]);

    expect(textOf(passage, marks)).toContain('the moon pulls at the sea');
  });

  it('shows the whole passage on demand', () => {
    const passage = filler.repeat(50);

    expect(passageWindow(passage, [], true)).toMatchObject({ cutBefore: false, cutAfter: false });
    expect(textOf(passage, [], true)).toBe(passage);
  });

  it('merges the marks of adjacent words', () => {
    const { parts } = passageWindow(
      'a lost notebook',
      [
        [2, 6],
        [7, 15],
      ],
      false,
    );

    expect(parts.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['lost notebook']);
  });

  it.each([
    ['backwards', [[5, 2]]],
    ['beyond the end', [[90, 120]]],
    ['before the beginning', [[-5, -1]]],
  ] satisfies [string, Span[]][])('ignores a mark that runs %s', (_, marks) => {
    const { parts } = passageWindow('a lost notebook', marks, false);

    expect(parts).toEqual([{ key: 0, text: 'a lost notebook', marked: false }]);
  });

  it('doesn’t split a character from its accents or a surrogate pair', () => {
    for (const letter of ['👩🏽‍🚀', 'e\u0301\u0302', '𝒳']) {
      const passage = letter.repeat(400);
      const { parts } = passageWindow(passage, [[1_000, 1_002]], false);
      const first = parts[0]?.text ?? '';

      expect(first).not.toMatch(/^[\uDC00-\uDFFF\p{M}\u200D]/u);
    }
  });

  it('shows fewer wide characters', () => {
    expect(textOf('港の長い記憶'.repeat(100), []).length).toBeLessThan(180);
  });

  it('never loses, adds or reorders a character, whatever the marks', () => {
    const span = tuple(integer({ min: -20, max: 900 }), integer({ min: -20, max: 900 }));
    const unit = string({ unit: 'binary', maxLength: 800 });
    assert(
      property(unit, array(span, { maxLength: 12 }), boolean(), (passage, marks, whole) => {
        const { cutBefore, cutAfter } = passageWindow(passage, marks, whole);
        const shown = textOf(passage, marks, whole);

        expect(passage.includes(shown)).toBe(true);
        expect(cutBefore || passage.startsWith(shown)).toBe(true);
        expect(cutAfter || passage.endsWith(shown)).toBe(true);
      }),
    );
  });
});
