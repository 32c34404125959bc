import { describe, expect, it } from 'vitest';
import { counted, isolated, listed, locale } from './language.ts';

describe('locale', () => {
  it('takes the first variety of the language the person prefers', () => {
    expect(locale(['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  });

  it('falls back to the language itself', () => {
    expect(locale(['de-AT', 'enm'])).toBe('en');
  });
});

describe('counted', () => {
  it('picks the form of the number', () => {
    const forms = { one: '# page', other: '# pages' };

    expect([0, 1, 2].map((count) => counted(count, forms))).toEqual([
      '0 pages',
      '1 page',
      '2 pages',
    ]);
  });
});

describe('isolated', () => {
  it('leaves a text alone that runs the way the sentence does', () => {
    expect(isolated('Überblick 2026 – 読書.jsonl')).toBe('Überblick 2026 – 読書.jsonl');
  });

  it.each([['قراءات'], ['ספרים.jsonl'], ['\u202Egnp.exe'], ['\u{1E900}x']])(
    'keeps %j from turning the sentence around it',
    (text) => {
      expect(isolated(text)).toBe(`\u2068${text}\u2069`);
    },
  );

  it('cannot be ended from inside', () => {
    expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  });
});

describe('listed', () => {
  it('keeps each name from turning the others', () => {
    expect(listed(['قراءات', 'Work'])).toBe('\u2068قراءات\u2069 and Work');
  });

  it('joins names as a sentence does', () => {
    expect(listed(['Work', 'Reading'])).toBe('Work and Reading');
    expect(listed(['Work'])).toBe('Work');
  });
});
