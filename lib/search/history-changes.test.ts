import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serviceLimits } from '../contract/limits.ts';
import {
  type HistoryChange,
  isSaved,
  mostSavedSearches,
  mostSearches,
  noHistory,
  searchHistorySchema,
  searchKey,
  type SearchHistory,
} from './model.ts';
import { historyAfter, withoutSearch, withSearch, withSearches } from './history.ts';

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

describe('a saved search', () => {
  const saved = historyAfter(kept, { change: 'save', q: 'tides ' }, 5);

  it('keeps its wording and moves above the recent searches', () => {
    expect(saved.searches).toEqual([
      { q: 'Tides', at: 1, savedAt: 5 },
      { q: 'harbour', at: 2 },
    ]);
  });

  it('is added if it is not in the history, even if the history is off', () => {
    const off = { remembers: false, searches: [] };

    expect(historyAfter(off, { change: 'save', q: ' the  long frost ' }, 3)).toEqual({
      remembers: false,
      searches: [{ q: 'the long frost', at: 3, savedAt: 3 }],
    });
  });

  it('is listed once when it is run again, in its place', () => {
    const both = historyAfter(saved, { change: 'save', q: 'harbour' }, 6);

    expect(historyAfter(both, { change: 'add', q: 'TIDES' }, 9).searches).toEqual([
      { q: 'harbour', at: 2, savedAt: 6 },
      { q: 'Tides', at: 9, savedAt: 5 },
    ]);
  });

  it('becomes a recent search again', () => {
    expect(historyAfter(saved, { change: 'unsave', q: 'tides' }, 9)).toEqual(kept);
  });

  it('is removed instead if the history is off', () => {
    const off = historyAfter(saved, { change: 'remember', remembers: false }, 9);

    expect(words(off)).toEqual(['Tides']);
    expect(words(historyAfter(off, { change: 'unsave', q: 'tides' }, 9))).toEqual([]);
  });

  it('can be restored without turning the history on', () => {
    const off = historyAfter(saved, { change: 'remember', remembers: false }, 9);
    const removed = historyAfter(off, { change: 'remove', q: 'Tides' }, 9);

    expect(historyAfter(removed, { change: 'restore', searches: off.searches }, 9)).toEqual(off);
  });

  it.each([
    ['nothing', ' '],
    ['a query that is too long', 'x'.repeat(serviceLimits.queryLength + 1)],
  ])('cannot be %s', (_, q) => {
    expect(historyAfter(kept, { change: 'save', q }, 3)).toEqual(kept);
  });

  it('has a limit apart from that of recent searches, at which nothing is dropped', () => {
    let history = noHistory;
    for (let at = 0; at <= mostSavedSearches; at += 1) {
      history = historyAfter(history, { change: 'save', q: `saved ${at}` }, at);
    }
    for (let at = 0; at < mostSearches; at += 1) {
      history = historyAfter(history, { change: 'add', q: `recent ${at}` }, at);
    }

    expect(history.searches).toHaveLength(mostSavedSearches + mostSearches);
    expect(words(history)).toContain('saved 0');
    expect(words(history)).not.toContain(`saved ${mostSavedSearches}`);
  });
});

describe('any changes', () => {
  const q = fc.oneof(
    fc.constantFrom('tides', 'Tides', ' TIDES  ', 'the long frost', 'the  long frost', ''),
    fc.nat({ max: 150 }).map(String),
  );
  const time = fc.nat({ max: 30 });
  const search = fc.record(
    { q: q.filter((typed) => typed !== ''), at: time, savedAt: time },
    { requiredKeys: ['q', 'at'] },
  );
  const change: fc.Arbitrary<HistoryChange> = fc.oneof(
    fc.record({ change: fc.constantFrom('add', 'remove', 'save', 'unsave'), q }),
    fc.record({ change: fc.constant('clear') }),
    fc.record({ change: fc.constant('remember'), remembers: fc.boolean() }),
    fc.record({ change: fc.constant('restore'), searches: fc.array(search, { maxLength: 160 }) }),
  );
  const history = fc
    .array(fc.tuple(change, time), { maxLength: 20 })
    .map((changes) =>
      changes.reduce((before, [next, at]) => historyAfter(before, next, at), noHistory),
    );

  it('leave a history whose searches are unique, in order and within the limits', () => {
    fc.assert(
      fc.property(history, ({ remembers, searches }) => {
        const saved = searches.filter(isSaved);
        const recent = searches.slice(saved.length);

        expect(z.parse(searchHistorySchema, { remembers, searches }).searches).toEqual(searches);
        expect(recent.filter(isSaved)).toEqual([]);
        expect(new Set(searches.map((one) => searchKey(one.q))).size).toBe(searches.length);
        expect(saved).toEqual(saved.toSorted((a, b) => (b.savedAt ?? 0) - (a.savedAt ?? 0)));
        expect(recent).toEqual(recent.toSorted((a, b) => b.at - a.at));
        expect(saved.length).toBeLessThanOrEqual(mostSavedSearches);
        expect(recent.length).toBeLessThanOrEqual(remembers ? mostSearches : 0);
      }),
    );
  });

  it('are safe to repeat', () => {
    fc.assert(
      fc.property(history, change, time, (before, next, at) => {
        const after = historyAfter(before, next, at);

        expect(historyAfter(after, next, at)).toEqual(after);
      }),
    );
  });

  it('keep saved searches, unless they are of saved searches', () => {
    const savedIn = ({ searches }: SearchHistory) =>
      Object.fromEntries(searches.filter(isSaved).map((one) => [one.q, one.savedAt]));
    const ofRecent = change.filter((next) => ['add', 'clear', 'remember'].includes(next.change));
    fc.assert(
      fc.property(history, ofRecent, time, (before, next, at) => {
        expect(savedIn(historyAfter(before, next, at))).toEqual(savedIn(before));
      }),
    );
  });
});
