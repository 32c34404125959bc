import { describe, expect, it } from 'vitest';
import { isolate, isolateTurning } from './isolate.ts';

describe('isolate', () => {
  it('keeps paired isolates, so that names can be nested', () => {
    const quoted = `“${isolate('\u202Ereversed')}”`;

    expect(isolate(quoted)).toBe('\u2068“\u2068\u202Ereversed\u2069”\u2069');
  });

  it.each(['\u2066a\u2069', '灯\u2067台\u2069', '\u2068a\u2066b\u2069\u2069'])(
    'keeps other paired isolates: %j',
    (text) => {
      expect(isolate(text)).toBe(`\u2068${text}\u2069`);
    },
  );

  it.each([
    ['a\u2069b', 'ab'],
    ['\u2068ab', 'ab'],
    ['\u2069\u2068', ''],
    ['\u2067a\u2069\u2069b', 'ab'],
  ])('removes unpaired isolate characters: %j', (text, left) => {
    expect(isolate(text)).toBe(`\u2068${left}\u2069`);
  });
});

describe('isolateTurning', () => {
  it.each(['The tides', '灯台の日誌', ''])(
    "keeps text that can't affect the direction: %j",
    (text) => {
      expect(isolateTurning(text)).toBe(text);
    },
  );

  it.each(['مقال عن البحر', 'קטן', 'a\u202Eb'])(
    'isolates text that can affect the direction: %j',
    (text) => {
      expect(isolateTurning(text)).toBe(`\u2068${text}\u2069`);
    },
  );
});
