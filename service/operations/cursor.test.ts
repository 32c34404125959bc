import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

describe('a cursor', () => {
  it.each([1, 35, 36, 123_456_789, Number.MAX_SAFE_INTEGER - 1])('keeps the place %i', (seq) => {
    expect(readCursor(writeCursor(seq))).toBe(seq);
  });

  it.each(['', 'd', 'x1', 'd-1', 'd1 ', 'dZ', 'd01', `d${'z'.repeat(20)}`, 'd1;--'])(
    'is not %j',
    (text) => {
      expect(readCursor(text)).toBeNull();
    },
  );
});
