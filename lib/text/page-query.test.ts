import { describe, expect, it } from 'vitest';
import { pageQuery } from './page-query.ts';
import { searchTerms } from './search-terms.ts';

const letters = Array.from('abcdefghij');
/** A hundred different words. */
const filler = letters.flatMap((first) => letters.map((second) => `filler${first}${second}x`));

describe('pageQuery', () => {
  it('returns meaningful words of the title, then the most frequent words of the text', () => {
    const text = `Pilots know the channel. The pilots keep the light. A channel is deep, and pilots sound it. ${filler.join(' ')} The light went out.`;

    expect(pageQuery({ title: 'The long memory of harbours', text })).toBe(
      'long memory harbours Pilots channel light',
    );
  });

  it('returns each word once, whatever its form', () => {
    const text = 'Harbour. A harbour has tides; harbours have more tides.';

    expect(pageQuery({ title: 'Harbours', text })).toBe('Harbours tides');
  });

  it.each([
    ['every meaningful word of a short text', 'Flour, water and salt.', 'Flour water salt'],
    ['the most frequent words first', 'Salt, water, flour and water.', 'water Salt flour'],
    ['words with digits', 'Covid19 and the 100th.', 'Covid19 100th'],
  ])('returns %s', (_, text, words) => {
    expect(pageQuery({ title: 'Bread', text })).toBe(`Bread ${words}`);
  });

  it.each([
    ['uses them in a text of sixty words', 60, 'Bread filleraax fillerahx'],
    ['ignores them in a longer text', 61, 'Bread'],
  ])('handles words that appear once: %s', (_, count, query) => {
    const text = filler.slice(0, count).join(' ');

    expect(pageQuery({ title: 'Bread', text }).replace(/(?<=aax).*(?= )/, '')).toBe(query);
  });

  it('reads only the start of a long text', () => {
    const text = `${'flour '.repeat(4_000)} ${'water '.repeat(5_000)}`;

    expect(pageQuery({ title: 'Bread', text })).toBe('Bread flour');
  });

  it.each([
    ['numbers', 'In 1871 and 1871 and 1871, and 12,000.'],
    ['short words', 'ox ox b2 b2 éo éo'],
    ['stop words', 'It was the of and there is where.'],
    ['empty text', ''],
  ])('ignores in the text: %s', (_, text) => {
    expect(pageQuery({ title: 'Harbours', text })).toBe('Harbours');
  });

  it.each([
    ['Japanese', '港の長い記憶', '税関は焼け落ち、帳簿も失われた。帳簿は税関にあった。'],
    ['Thai', 'ความทรงจำของท่าเรือ', 'ท่าเรือมีเรือเล็กหลายลำ ชาวประมงออกจากท่าเรือ'],
    ['Arabic', 'ذاكرة الموانئ', 'احترقت دار الجمارك وأخذت السجلات. عادت السجلات إلى الجمارك.'],
  ])('returns words that match the page in %s', (_, title, text) => {
    const query = pageQuery({ title, text });

    const asked = searchTerms(query);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((term) => searchTerms(`${title} ${text}`).includes(term))).toEqual(asked);
  });

  it('returns an empty query if there are no meaningful words', () => {
    expect(pageQuery({ title: ' … ', text: '?!' })).toBe('');
  });

  it('returns a short query for a long page', () => {
    const words = Array.from({ length: 30_000 }, (_, at) => `word${at % 900}`).join(' ');

    expect(pageQuery({ title: words, text: words }).split(' ')).toHaveLength(20);
  });
});
