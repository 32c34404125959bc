import { describe, expect, it } from 'vitest';
import { pageQuery } from './page-query.ts';
import { searchTerms } from './search-terms.ts';

const letters = Array.from('abcdefghij');
/** A hundred words, each once. */
const filler = letters.flatMap((first) => letters.map((second) => `filler${first}${second}x`));

describe('pageQuery', () => {
  it('is the telling words of the title, then the words the text comes back to most', () => {
    const text = `Pilots know the channel. The pilots keep the light. A channel is deep, and pilots sound it. ${filler.join(' ')} The light went out.`;

    expect(pageQuery({ title: 'The long memory of harbours', text })).toBe(
      'long memory harbours Pilots channel light',
    );
  });

  it('names no word twice, in whatever form it stands', () => {
    const text = 'Harbour. A harbour has tides; harbours have more tides.';

    expect(pageQuery({ title: 'Harbours', text })).toBe('Harbours tides');
  });

  it.each([
    ['every telling word of a few', 'Flour, water and salt.', 'Flour water salt'],
    ['first what stands there most', 'Salt, water, flour and water.', 'water Salt flour'],
    ['words with digits', 'Covid19 and the 100th.', 'Covid19 100th'],
  ])('takes %s', (_, text, words) => {
    expect(pageQuery({ title: 'Bread', text })).toBe(`Bread ${words}`);
  });

  it.each([
    ['once in a text of sixty words', 60, 'Bread filleraax fillerahx'],
    ['once in a text of more', 61, 'Bread'],
  ])('judges words that stand there %s', (_, count, query) => {
    const text = filler.slice(0, count).join(' ');

    expect(pageQuery({ title: 'Bread', text }).replace(/(?<=aax).*(?= )/, '')).toBe(query);
  });

  it('reads what a long text says early', () => {
    const text = `${'flour '.repeat(4_000)} ${'water '.repeat(5_000)}`;

    expect(pageQuery({ title: 'Bread', text })).toBe('Bread flour');
  });

  it.each([
    ['numbers', 'In 1871 and 1871 and 1871, and 12,000.'],
    ['short words', 'ox ox b2 b2 éo éo'],
    ['stop words', 'It was the of and there is where.'],
    ['nothing', ''],
  ])('takes no %s from the text', (_, text) => {
    expect(pageQuery({ title: 'Harbours', text })).toBe('Harbours');
  });

  it.each([
    ['Japanese', '港の長い記憶', '税関は焼け落ち、帳簿も失われた。帳簿は税関にあった。'],
    ['Thai', 'ความทรงจำของท่าเรือ', 'ท่าเรือมีเรือเล็กหลายลำ ชาวประมงออกจากท่าเรือ'],
    ['Arabic', 'ذاكرة الموانئ', 'احترقت دار الجمارك وأخذت السجلات. عادت السجلات إلى الجمارك.'],
  ])('asks for words that can be found again in %s', (_, title, text) => {
    const query = pageQuery({ title, text });

    const asked = searchTerms(query);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((term) => searchTerms(`${title} ${text}`).includes(term))).toEqual(asked);
  });

  it('is empty where nothing tells what the page is about', () => {
    expect(pageQuery({ title: ' … ', text: '?!' })).toBe('');
  });

  it('stays short, however long the page is', () => {
    const words = Array.from({ length: 30_000 }, (_, at) => `word${at % 900}`).join(' ');

    expect(pageQuery({ title: words, text: words }).split(' ')).toHaveLength(20);
  });
});
