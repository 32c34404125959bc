import { describe, expect, it } from 'vitest';
import type { Anchor } from '../../contracts/capture.ts';
import { isSameWords } from './same-words.ts';

const anchor: Anchor = {
  quote: { exact: 'the long frost', prefix: 'Before ', suffix: ' came' },
  position: { start: 10, end: 22 },
  rivals: 'none',
};

describe('isSameWords', () => {
  it.each([
    ['the same words', anchor, true],
    [
      'them with other white space',
      { ...anchor, quote: { ...anchor.quote, exact: 'the\nlong frost' } },
      true,
    ],
    ['other words', { ...anchor, quote: { ...anchor.quote, exact: 'the long thaws' } }, false],
    ['words that begin elsewhere', { ...anchor, position: { start: 9, end: 22 } }, false],
    ['words that end elsewhere', { ...anchor, position: { start: 10, end: 23 } }, false],
    ['words without a place', null, false],
  ])('takes %s for the same, or not', (_, other, isSame) => {
    expect(isSameWords({ anchor }, { anchor: other })).toBe(isSame);
    expect(isSameWords({ anchor: other }, { anchor })).toBe(isSame);
  });

  it('knows nothing of two without a place', () => {
    expect(isSameWords({ anchor: null }, { anchor: null })).toBe(false);
  });
});
