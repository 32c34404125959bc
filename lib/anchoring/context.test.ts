import { describe, expect, it } from 'vitest';
import { agreementOf, agrees, agreesToTheLetter, isFenced } from './find-place.ts';

const none = { unbroken: 0, share: 0, isWhole: false, length: 0 };

/** No letter appears twice in either text. */
const before = 'abcdefghijklmnopqrst';
const after = 'zyxwvutsrqponmlkjihg';
const context = { before, after };

/** Compares the text on both sides of a quote with `context`. */
function agreement(left: string, right: string) {
  const place = { start: left.length, end: left.length + 5 };
  return agreementOf(`${left}QUOTE${right}`, place, context);
}

describe('agreementOf', () => {
  it.each([
    ['are equal', before, after, [20, 1, true], [20, 1, true]],
    ['continue', `12${before}`, `${after}12`, [20, 1, true], [20, 1, true]],
    [
      'have two changed letters',
      before.replace('ab', '12'),
      after.replace('hg', '12'),
      [18, 0.9, false],
      [18, 0.9, false],
    ],
    [
      'have a fifth of their letters changed',
      before.replace('abcd', '1234'),
      after.replace('kjihg', '1j234'),
      [16, 0.8, false],
      [15, 0.8, false],
    ],
    [
      'differ next to the quote',
      before.replace('t', '1'),
      after.replace('z', '1'),
      [0, 0.95, false],
      [0, 0.95, false],
    ],
    ['are cut off', before.slice(2), after.slice(0, -2), [18, 0.9, false], [18, 0.9, false]],
    ['are missing', '', '', [0, 0, false], [0, 0, false]],
  ])('compares sides that %s', (_, left, right, ...sides) => {
    const told = agreement(left, right);

    for (const [at, side] of [told.before, told.after].entries()) {
      const [unbroken, share = 0, isWhole] = sides[at] ?? [];
      expect(side).toMatchObject({ unbroken, isWhole, length: 20 });
      expect(side.share).toBeCloseTo(Number(share));
    }
  });

  it('compares only the nearest letters', () => {
    const [far, near] = ['0123456789'.repeat(2), `${before}${after}${before}`.slice(0, 48)];
    const place = { start: 68, end: 73 };
    const told = agreementOf(`${'_'.repeat(20)}${near}QUOTE${near}${'_'.repeat(20)}`, place, {
      before: far + near,
      after: near + far,
    });

    expect(told.before).toMatchObject({ unbroken: 48, share: 1, isWhole: false });
    expect(told.after).toMatchObject({ unbroken: 48, share: 1, isWhole: false });
  });

  it.each([
    [15, 0],
    [16, 1],
  ])('returns, for sides of %i letters, a share of %i', (length, share) => {
    const [left, right] = [before.slice(-length), after.slice(0, length)];
    const told = agreementOf(
      `${left}QUOTE${right}`,
      { start: length, end: length + 5 },
      { before: left, after: right },
    );

    expect(told.before).toEqual({ unbroken: length, share, isWhole: true, length });
    expect(told.after).toEqual({ unbroken: length, share, isWhole: true, length });
  });
});

describe('agrees and agreesToTheLetter', () => {
  it.each([
    [{ unbroken: 24 }, true],
    [{ unbroken: 23 }, false],
    [{ share: 0.8 }, true],
    [{ share: 0.79 }, false],
  ])('compare a similar side of %j: %s', (side, isSame) => {
    expect(agrees({ before: { ...none, ...side }, after: none })).toBe(isSame);
    expect(agrees({ before: none, after: { ...none, ...side } })).toBe(isSame);
  });

  it.each([
    [{ isWhole: true, length: 16 }, true],
    [{ isWhole: true, length: 15 }, false],
    [{ isWhole: false, length: 16 }, false],
  ])('compare an exact side of %j: %s', (side, isSame) => {
    expect(agreesToTheLetter({ before: { ...none, ...side }, after: none })).toBe(isSame);
    expect(agreesToTheLetter({ before: none, after: { ...none, ...side } })).toBe(isSame);
  });
});

describe('isFenced', () => {
  const sides = { before: before.slice(-16), after: after.slice(0, 16) };

  function fenced(left: number, right: number, around = sides): boolean {
    const start = 16 + left;
    const text = `${sides.before}${'_'.repeat(left)}QUOTE${'_'.repeat(right)}${sides.after}`;
    return isFenced(`___${text}`, { start: start + 3, end: start + 8 }, around);
  }

  it.each([
    [0, 0, true],
    [512, 512, true],
    [513, 0, false],
    [0, 513, false],
  ])('accepts %i letters inserted before and %i after: %s', (left, right, isIn) => {
    expect(fenced(left, right)).toBe(isIn);
  });

  it('requires enough context on both sides', () => {
    expect(fenced(0, 0, { ...sides, before: sides.before.slice(1) })).toBe(false);
    expect(fenced(0, 0, { ...sides, after: sides.after.slice(0, -1) })).toBe(false);
  });
});
