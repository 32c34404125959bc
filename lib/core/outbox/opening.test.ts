import { describe, expect, it } from 'vitest';
import { openingOf } from './opening.ts';

describe('openingOf', () => {
  it.each([
    ['a few words as they are', 'The moon pulls.', 'The moon pulls.'],
    ['several lines in one', '\n  The moon\n\tpulls. ', 'The moon pulls.'],
    ['what follows on a long gap', `${' '.repeat(600)}The moon pulls.`, 'The moon pulls.'],
    ['nothing of nothing', ' \n ', ''],
    ['what just fits', '潮'.repeat(120), '潮'.repeat(120)],
    ['the words before the cut', 'heron '.repeat(40), `${'heron '.repeat(19).trim()}…`],
    ['letters where there is no gap', '潮'.repeat(200), `${'潮'.repeat(119)}…`],
    [
      'letters where the gap is early',
      `${'潮'.repeat(60)} ${'潮'.repeat(100)}`,
      `${'潮'.repeat(60)} ${'潮'.repeat(58)}…`,
    ],
  ])('gives %s', (_, text, expected) => {
    expect(openingOf(text)).toBe(expected);
  });
});
