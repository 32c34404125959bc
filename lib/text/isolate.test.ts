import { describe, expect, it } from 'vitest';
import { isolate, isolateTurning } from './isolate.ts';

describe('isolate', () => {
  it('keeps what is paired, so that a quoted name can stand in another', () => {
    const quoted = `“${isolate('\u202Ereversed')}”`;

    expect(isolate(quoted)).toBe('\u2068“\u2068\u202Ereversed\u2069”\u2069');
  });

  it.each(['\u2066a\u2069', '灯\u2067台\u2069', '\u2068a\u2066b\u2069\u2069'])(
    'keeps what is paired by other marks: %j',
    (text) => {
      expect(isolate(text)).toBe(`\u2068${text}\u2069`);
    },
  );

  it.each([
    ['a\u2069b', 'ab'],
    ['\u2068ab', 'ab'],
    ['\u2069\u2068', ''],
    ['\u2067a\u2069\u2069b', 'ab'],
  ])('takes away what would end it early, or not at all: %j', (text, left) => {
    expect(isolate(text)).toBe(`\u2068${left}\u2069`);
  });
});

describe('isolateTurning', () => {
  it.each(['The tides', '灯台の日誌', ''])(
    'leaves alone what cannot turn a sentence: %j',
    (text) => {
      expect(isolateTurning(text)).toBe(text);
    },
  );

  it.each(['مقال عن البحر', 'קטן', 'a\u202Eb'])('isolates what can: %j', (text) => {
    expect(isolateTurning(text)).toBe(`\u2068${text}\u2069`);
  });
});
