import { describe, expect, it } from 'vitest';
import { counted, listed, locale } from './language.ts';

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

describe('listed', () => {
  it('joins names as a sentence does', () => {
    expect(listed(['Work', 'Reading'])).toBe('Work and Reading');
    expect(listed(['Work'])).toBe('Work');
  });
});
