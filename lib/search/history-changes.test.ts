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
  it('puts the newest first', () => {
    expect(words(withSearch(kept, { q: ' the  long frost ', at: 3 }))).toEqual([
      'the long frost',
      'harbour',
      'Tides',
    ]);
  });

  it.each(['tides', 'TIDES', ' Tides  ', 'Ｔides'])('keeps %j once, as written last', (q) => {
    const history = withSearch(kept, { q, at: 3 });

    expect(words(history)).toEqual([q.trim(), 'harbour']);
  });

  it('lets the oldest go beyond the most that are kept', () => {
    let history = noHistory;
    for (let at = 0; at <= mostSearches; at += 1) history = withSearch(history, { q: `${at}`, at });

    expect(history.searches).toHaveLength(mostSearches);
    expect(words(history).at(-1)).toBe('1');
  });

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['more than may be searched for', 'x'.repeat(serviceLimits.queryLength + 1)],
  ])('does not keep %s', (_, q) => {
    expect(withSearch(kept, { q, at: 3 })).toEqual(kept);
  });

  it('keeps as much as may be searched for', () => {
    const q = 'x'.repeat(serviceLimits.queryLength);

    expect(words(withSearch(kept, { q, at: 3 }))[0]).toBe(q);
  });

  it('keeps nothing where searches are not remembered', () => {
    const off = { remembers: false, searches: [] };

    expect(withSearch(off, { q: 'harbour', at: 3 })).toEqual(off);
  });
});

describe('withSearches', () => {
  it('puts them back in their places, and a search made since stays the newer', () => {
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
  it('takes one away, however it is written', () => {
    expect(words(withoutSearch(kept, 'tides '))).toEqual(['harbour']);
  });

  it('leaves all where it is not among them', () => {
    expect(withoutSearch(kept, 'frost')).toEqual(kept);
  });
});
