import { describe, expect, it } from 'vitest';
import { around, plural, isolated, listed, locale, sentences, t } from './i18n.ts';

describe('locale', () => {
  it('returns the person’s first variant of the language', () => {
    expect(locale(['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  });

  it('falls back to the language itself', () => {
    expect(locale(['de-AT', 'enm'])).toBe('en');
  });
});

describe('t', () => {
  it('inserts values', () => {
    expect(t('search_unanswered', { memories: 'Work' })).toBe('Couldn’t search Work');
  });

  it('prevents a value from reordering the sentence around it', () => {
    expect(t('search_unanswered', { memories: 'قراءات' })).toBe(
      'Couldn’t search \u2068قراءات\u2069',
    );
  });

  it('inserts values literally', () => {
    expect(t('search_unanswered', { memories: '{memories} $1 $&' })).toBe(
      'Couldn’t search {memories} $1 $&',
    );
  });

  it('formats numbers for the locale', () => {
    expect(t('batch_card_running', { done: 1, total: 12_345 })).toBe('1 of 12,345 done');
  });
});

describe('around', () => {
  it('returns the text before and after a value', () => {
    expect(around('search_empty_title', 'q')).toEqual(['No results for “', '”']);
    expect(around('saves_undo_one', 'title')).toEqual(['Discarded: ', '']);
  });
});

describe('plural', () => {
  it('selects the form for the number', () => {
    expect([0, 1, 2].map((count) => plural(count, 'search_found'))).toEqual([
      '0 results',
      '1 result',
      '2 results',
    ]);
  });
});

describe('isolated', () => {
  it('leaves text of the same direction unchanged', () => {
    expect(isolated('Überblick 2026 – 読書.jsonl')).toBe('Überblick 2026 – 読書.jsonl');
  });

  it.each([['قراءات'], ['ספרים.jsonl'], ['\u202Egnp.exe'], ['\u{1E900}x']])(
    'prevents %j from reordering the sentence around it',
    (text) => {
      expect(isolated(text)).toBe(`\u2068${text}\u2069`);
    },
  );

  it('can’t be ended by the text inside', () => {
    expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  });
});

describe('listed', () => {
  it('prevents names from reordering each other', () => {
    expect(listed(['قراءات', 'Work'])).toBe('\u2068قراءات\u2069 and Work');
  });

  it('joins names as in a sentence', () => {
    expect(listed(['Work', 'Reading'])).toBe('Work and Reading');
    expect(listed(['Work'])).toBe('Work');
  });
});

describe('sentences', () => {
  it('ends each sentence that has no ending', () => {
    expect(sentences('Saved', '', 'Is it there?', 'It said “no.”')).toBe(
      'Saved. Is it there? It said “no.”',
    );
  });
});
