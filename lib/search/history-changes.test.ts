import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { mostSearches, noHistory, type SearchHistory } from './model.ts';
import { withoutSearch, withSearch, withSearches } from './history.ts';

const kept: SearchHistory = {
  remembers: true,
  searches: [
    { q: 'harbour', at: 2 },
    { q: 'Tides', at: 1 },
  ],
};
const words = ({ searches }: SearchHistory) => searches.map(({ q }) => q);

describe('withSearch', () => {
  it('puts the newest search first', () => {
    expect(words(withSearch(kept, { q: ' the  long frost ', at: 3 }))).toEqual([
      'the long frost',
      'harbour',
      'Tides',
    ]);
  });

  it.each(['tides', 'TIDES', ' Tides  ', 'Ｔides'])('stores %j once, as last typed', (q) => {
    const history = withSearch(kept, { q, at: 3 });

    expect(words(history)).toEqual([q.trim(), 'harbour']);
  });

  it('drops the oldest search above the maximum', () => {
    let history = noHistory;
    for (let at = 0; at <= mostSearches; at += 1) history = withSearch(history, { q: `${at}`, at });

    expect(history.searches).toHaveLength(mostSearches);
    expect(words(history).at(-1)).toBe('1');
  });

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['a query that is too long', 'x'.repeat(serviceLimits.queryLength + 1)],
  ])('does not store %s', (_, q) => {
    expect(withSearch(kept, { q, at: 3 })).toEqual(kept);
  });

  it('stores a query of the maximum length', () => {
    const q = 'x'.repeat(serviceLimits.queryLength);

    expect(words(withSearch(kept, { q, at: 3 }))[0]).toBe(q);
  });

  it('stores nothing if the history is off', () => {
    const off = { remembers: false, searches: [] };

    expect(withSearch(off, { q: 'harbour', at: 3 })).toEqual(off);
  });
});

describe('withSearches', () => {
  it('restores searches in their place and keeps newer duplicates', () => {
    const since = { remembers: true, searches: [{ q: 'tides', at: 9 }] };

    expect(withSearches(since, kept.searches)).toEqual({
      remembers: true,
      searches: [
        { q: 'tides', at: 9 },
        { q: 'harbour', at: 2 },
      ],
    });
  });
});

describe('withoutSearch', () => {
  it('removes a search, ignoring case and spaces', () => {
    expect(words(withoutSearch(kept, 'tides '))).toEqual(['harbour']);
  });

  it('changes nothing if the search is not in the history', () => {
    expect(withoutSearch(kept, 'frost')).toEqual(kept);
  });
});
