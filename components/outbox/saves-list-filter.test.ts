import { describe, expect, it } from 'vitest';
import type { OutboxView } from '../../lib/outbox/model.ts';
import {
  highlightsByPage,
  filterChoices,
  filteredSaves,
  isFiltering,
  noFilter,
  savesSections,
} from './saves-list.ts';
import { item, states } from '../../tests/fixtures/outbox-saves.ts';

const work = { id: 'm2', name: 'Work' };
const titled = (title: string, url = 'https://www.example.org/') => ({
  source: { url, title, tabId: null, frameId: null },
});
const all: OutboxView[] = [
  item('refused', states.refused, titled('Ledgers of the harbour')),
  item('sending', states.sending, { ...titled('Über die Häfen'), container: work }),
  item('page', states.learned, titled('A soup of peas', 'https://www.kitchen.example/soup')),
  item('note', states.accepted, {
    ...titled('A soup of peas'),
    kind: 'note',
    customId: null,
    opening: 'The herring came late.',
    container: work,
  }),
  item('link', states.learned, { ...titled('Ada’s pilots'), kind: 'link', connectionId: 'c2' }),
];
const sections = savesSections({
  status: 'ready',
  items: all,
  storage: { usedBytes: 0, limitBytes: 1, isNearlyFull: false },
  batch: new Map(),
  discarded: [],
  early: [],
});
const fitting = (filter: Partial<typeof noFilter>) =>
  filteredSaves(sections, { ...noFilter, ...filter });
const idsOf = (filter: Partial<typeof noFilter>) =>
  fitting(filter).sections.flatMap(({ items }) => items.map(({ id }) => id));

describe('filteredSaves', () => {
  it('returns everything without a filter', () => {
    expect(fitting({})).toEqual({ sections, shown: 5, total: 5, hiddenNeedy: 0 });
  });

  it.each([
    ['harbour', ['refused']],
    ['PEAS  soup', ['page', 'note']],
    ['haf', ['sending']],
    ['häfen', ['sending']],
    ["ada's", ['link']],
    ['kitchen.ex', ['page']],
    ['herring', ['note']],
    ['soup harbour', []],
    ['www', []],
  ])('finds %j in the title or the site', (words, ids) => {
    expect(idsOf({ words })).toEqual(ids);
  });

  it.each([
    ['page', ['refused', 'sending', 'page']],
    ['note', ['note']],
    ['link', ['link']],
  ] as const)('returns only saves of the kind %s', (kind, ids) => {
    expect(idsOf({ kind })).toEqual(ids);
  });

  it('returns the saves of one Memory, without one of the same name in another connection', () => {
    const { memories } = filterChoices(all);
    const idsByName = memories.map(({ key, name }) => [name, idsOf({ memory: key })]);

    expect(idsByName).toEqual([
      ['Reading', ['refused', 'page']],
      ['Reading', ['link']],
      ['Work', ['sending', 'note']],
    ]);
  });

  it('counts the shown saves, and hidden ones that need attention', () => {
    expect(fitting({ words: 'soup' })).toMatchObject({ shown: 2, total: 5, hiddenNeedy: 1 });
    expect(fitting({ words: 'harbour' })).toMatchObject({ shown: 1, total: 5, hiddenNeedy: 0 });
  });

  it('keeps discarded saves, which can be restored', () => {
    const discarded = { key: 'k', items: [item('gone', states.refused)] };
    const withDiscarded = [
      {
        key: 'attention' as const,
        items: [],
        entries: [{ kind: 'discarded' as const, discarded }],
      },
    ];

    expect(filteredSaves(withDiscarded, { ...noFilter, words: 'soup' }).sections).toEqual(
      withDiscarded,
    );
  });
});

describe('isFiltering', () => {
  it.each([
    [{}, false],
    [{ words: '  ' }, false],
    [{ words: 'a' }, true],
    [{ kind: 'note' as const }, true],
    [{ memory: 'm1' }, true],
  ])('returns for %j: %s', (filter, expected) => {
    expect(isFiltering({ ...noFilter, ...filter })).toBe(expected);
  });
});

describe('filterChoices', () => {
  it('offers the kinds that are present, in a fixed order', () => {
    expect(filterChoices(all).kinds).toEqual(['page', 'note', 'link']);
    expect(filterChoices(all.slice(0, 2)).kinds).toEqual(['page']);
  });
});

describe('highlightsByPage', () => {
  it('counts only the highlights of each page', () => {
    const note = (id: string, pageKey: string) =>
      item(id, states.accepted, { kind: 'note', pageKey });
    const counts = highlightsByPage([note('a', 'x'), item('b', states.learned), note('c', 'x')]);

    expect([...counts]).toEqual([['x', 2]]);
  });

  it('counts waiting highlights, but no failed ones', () => {
    const notes = [states.refused, states.paused, states.waiting].map((state, at) =>
      item(`n${at}`, state, { kind: 'note', pageKey: 'x' }),
    );

    expect([...highlightsByPage(notes)]).toEqual([['x', 1]]);
  });
});
