/**
 * Scenes of searching in the side panel: one Memory, grouped passages, recent searches, the current
 * page.
 */
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import {
  type KeptSearch,
  mostSavedSearches,
  type MorePassages,
  type SearchResult,
  type SearchResults,
  noHistory,
  type SearchHistory,
} from '../../lib/search/model.ts';
import type { Answers } from './fake-bridge.ts';
import {
  errors,
  galleryNow,
  connection,
  hostileConnection,
  hostileTab,
  outcomes,
  page,
  smallConnection,
} from './fixtures.ts';
import type { Step, Scene } from './scenes.ts';

const words = [
  'harbour ledgers',
  'rope in the year of the long frost',
  'double-entry',
  'seaweed before the first frost',
  'who kept the north light',
  'ذاكرة الموانئ',
  '港の長い記憶',
  'pilots who would not sail on a Friday, and what the customs house said of them at the time',
  'sourdough, wet',
  'tides',
];
const history: SearchHistory = {
  remembers: true,
  searches: words.map((q, at) => ({ q, at: galleryNow - at * 3_600_000 })),
};
const short: SearchHistory = { ...history, searches: history.searches.slice(0, 3) };
const off: SearchHistory = { remembers: false, searches: [] };

const [newest, ...older] = short.searches;
const savedOnly: SearchHistory = {
  remembers: true,
  searches: [
    { q: 'site:tidewater-quarterly.example lighthouse keepers', at: galleryNow, savedAt: 2 },
    { q: 'tag:recipes sourdough', at: galleryNow, savedAt: 1 },
  ],
};
const savedAndRecent: SearchHistory = withRecent(savedOnly, short.searches);
/** The first recent search is saved, too. */
const savedMore: SearchHistory = withRecent(
  {
    remembers: true,
    searches: [...(newest === undefined ? [] : [{ ...newest, savedAt: 3 }]), ...savedOnly.searches],
  },
  older,
);
const fullOfSaved: SearchHistory = {
  remembers: true,
  searches: [
    ...Array.from({ length: mostSavedSearches }, (_, at) => ({
      q: `lighthouse ${at + 1}`,
      at: galleryNow,
      savedAt: mostSavedSearches - at,
    })),
    ...short.searches,
  ],
};

function withRecent(saved: SearchHistory, recent: readonly KeptSearch[]): SearchHistory {
  return { ...saved, searches: [...saved.searches, ...recent] };
}
const hostileHistory: SearchHistory = {
  remembers: true,
  searches: [
    { q: `${hostileTab.title} ${'x'.repeat(3_000)}`, at: 3 },
    { q: '\u202Eesrever', at: 2 },
    { q: '<img src=x onerror=alert(1)>', at: 1 },
  ],
};

const [page1, note, ...rest] = outcomes.results.hits;
const further = (passage: string, key: string): SearchResult => {
  const at = passage.indexOf('harbour');
  if (page1 === undefined) throw new Error('The gallery has no results.');
  return { ...page1, key, sourceId: 'd1', passage, marks: at < 0 ? [] : [[at, at + 7]] };
};
const secondPassage = further(
  'A harbour that loses its ledgers does not lose its debts. The chandler kept his in chalk on the back of a door, and the door was carried out before the stairs fell.',
  'second',
);
const thirdPassage = further(
  'By the next summer the council had voted for a stone house, an iron safe and two copies of everything; the harbour master, who had seen the safe, kept a third.',
  'third',
);
const grouped: SearchResults = {
  ...outcomes.results,
  hits: [
    ...(page1 === undefined ? [] : [{ ...page1, sourceId: 'd1' }]),
    ...(note === undefined ? [] : [{ ...note, sourceId: 'n1' }]),
    secondPassage,
    ...rest.map((hit, at) => ({ ...hit, sourceId: `d${at + 2}` })),
    thirdPassage,
  ],
};
const more: MorePassages = {
  hits: [secondPassage, further('Nobody in the harbour has read either copy.', 'fourth')],
  looked: 50,
  isAll: false,
  unanswered: [],
};
const aboutOutcome: SearchResults = {
  ...grouped,
  hits: grouped.hits.slice(3),
  about: {
    title: page().tab.title,
    q: 'long memory harbours port town remembers records pilots ledgers channel',
  },
};
const many: SearchResults = {
  ...grouped,
  hits: Array.from({ length: 23 }, (_, index) => ({
    ...secondPassage,
    key: `many-${index}`,
    sourceId: `many-${index}`,
    title: `${page1?.title} (${index + 1})`,
    passage: secondPassage.passage.repeat(4),
  })),
};
const fewMemories: ConnectionStatus = { ...connection, memories: connection.memories.slice(0, 2) };

function scene(name: string, answers: Answers, steps: readonly Step[] = []): Scene {
  return {
    surface: 'sidepanel',
    name: `search-${name}`,
    answers: {
      'connection.status': connection,
      'panel.take': { q: null },
      'search.cancel': {},
      'search.open': {},
      'search.run': grouped,
      'history.read': noHistory,
      'history.change': history,
      ...answers,
    },
    steps,
  };
}

/** Adds a response to later changes of the history; by default, they restore everything. */
function hadBack(one: Scene, restored: SearchHistory = history): Scene {
  return { ...one, nextAnswers: { 'history.change': restored } };
}

const searched = { 'panel.take': { q: 'harbour ledgers' } } as const;
const partial = { ...searched, 'search.run': { ...grouped, hasMore: true } } as const;
const remembered = { 'history.read': history, 'page.describe': page() } as const;
const savedScene = { 'history.read': savedAndRecent, 'page.describe': page() } as const;
const fold = { click: '.passage-more' };
const second = { click: '.memory-filter-choice:nth-child(2)' };
const about = { click: '.about-button' };

const manyFilters = Array.from({ length: 24 }, (_, at) => `-tag:harbour-${at}`).join(' ');

/** Types a query and accepts the suggestion for its last word. The click waits for the list to load. */
function completed(typed: string): Step[] {
  return [{ fill: ['.search-field-input', typed] }, { click: '.query-suggestion' }];
}

/** Types a query and removes its first filter. The click waits for the chips to load. */
function removed(typed: string): Step[] {
  return [{ fill: ['.search-field-input', typed] }, { click: '.query-chip' }];
}

export const searchScenes: readonly Scene[] = [
  scene('idle', remembered),
  scene('idle-few', { 'history.read': short }),
  scene('idle-page', { 'page.describe': page(), 'connection.status': smallConnection }),
  scene('idle-off', { 'history.read': off }),
  scene('idle-hostile', {
    'history.read': hostileHistory,
    'connection.status': hostileConnection,
    'page.describe': page({ tab: hostileTab }),
  }),
  scene('idle-row', remembered, [
    { click: '.search-history-head h2' },
    { click: '.search-field-input' },
    { press: 'ArrowDown' },
    { press: 'ArrowDown' },
  ]),
  scene('idle-all', remembered, [{ click: '.search-history > .button' }]),
  hadBack(
    scene('cleared', { ...remembered, 'history.change': noHistory }, [
      { click: '.search-history-head .button' },
    ]),
  ),
  hadBack(
    scene('turned-off', { ...remembered, 'history.change': off }, [
      { click: '.search-history-switch' },
    ]),
  ),
  scene('saved', { ...savedScene, 'history.change': savedMore }),
  scene('saved-row', savedScene, [
    { click: '.search-field-input' },
    { press: 'ArrowDown' },
    { press: 'ArrowDown' },
    { press: 'ArrowDown' },
  ]),
  scene('saved-many', { ...savedScene, 'history.read': fullOfSaved }),
  scene('saved-off', { ...savedScene, 'history.read': { ...savedOnly, remembers: false } }),
  hadBack(
    scene('saved-removed', {
      ...savedScene,
      'history.read': savedMore,
      'history.change': withRecent(savedOnly, older),
    }),
    savedMore,
  ),
  hadBack(scene('saved-cleared', { ...savedScene, 'history.change': savedOnly }), savedAndRecent),
  scene('saved-first', {
    'history.read': { remembers: true, searches: short.searches.slice(0, 1) },
    'history.change': { remembers: true, searches: savedMore.searches.slice(0, 1) },
  }),
  // The first change adds the search to the history.
  hadBack(
    scene('results-unsaved', {
      ...searched,
      'history.read': savedAndRecent,
      'history.change': savedAndRecent,
    }),
    savedMore,
  ),
  hadBack(
    scene('results-saved', {
      ...searched,
      'history.read': savedMore,
      'history.change': savedMore,
    }),
    savedAndRecent,
  ),
  scene('results-full', {
    ...searched,
    'history.read': fullOfSaved,
    'history.change': fullOfSaved,
  }),
  scene('suggested', searched, completed('harbour in')),
  scene('suggested-active', searched, [...completed('harbour in'), { press: 'ArrowDown' }]),
  scene('suggested-dates', searched, completed('harbour sav')),
  scene('suggested-date-words', searched, completed('harbour last week')),
  scene('suggested-hosts', searched, completed('harbour si')),
  scene('suggested-hostile', { 'connection.status': hostileConnection }, completed('in')),
  scene(
    'filtered-by-words',
    searched,
    removed('type:note "old rope" -tax site:example.org after:2026 ledgers'),
  ),
  scene('filtered-by-many', searched, removed(`type:note "${'rope '.repeat(40)}" ${manyFilters}`)),
  scene(
    'filtered-by-dates',
    searched,
    removed('type:note saved:2026-11-02..2026-11-15 -before:2026-11-05 ledgers'),
  ),
  scene('corrected', {
    'panel.take': { q: 'harbuor ledgrs' },
    'search.run': {
      ...grouped,
      corrections: [
        { typed: 'harbuor', corrected: 'harbour' },
        { typed: 'ledgrs', corrected: 'ledgers' },
      ],
    },
  }),
  scene('filtered-here', { ...searched, 'search.run': { ...grouped, isFilteredHere: true } }),
  scene('empty-filtered-here', {
    ...searched,
    'search.run': { ...outcomes.empty, isFilteredHere: true },
  }),
  scene('grouped', searched),
  scene('folded', searched, [fold]),
  scene('folded-focus', searched, [fold, { press: 'ArrowDown' }]),
  scene('more', { ...partial, 'search.more': more }, [fold]),
  scene('more-none', { ...partial, 'search.more': { ...more, hits: [], isAll: true } }, [fold]),
  scene('more-asking', { ...partial, 'search.more': 'never' }, [fold]),
  scene('more-failed', { ...partial, 'search.more': errors.server }, [fold]),
  scene('many', { ...searched, 'search.run': many }),
  scene('filtered', searched, [second]),
  scene('filtered-two', { ...searched, 'connection.status': fewMemories }, [second]),
  scene('filtered-empty', { ...searched, 'search.run': outcomes.empty }, [second]),
  scene('filtered-silent', { ...searched, 'search.run': outcomes.silent }, [second]),
  scene('filtered-partial', { ...searched, 'search.run': outcomes.partial }, [second]),
  scene('filtered-failed', { ...searched, 'search.run': errors.server }, [second]),
  {
    ...scene('reached-again', { ...searched, 'search.run': errors.unreachable }),
    nextAnswers: { 'search.run': outcomes.results, 'panel.take': { q: null } },
  },
  scene('filtered-searching', { ...searched, 'search.run': 'never' }, [second]),
  scene('about', { ...remembered, 'search.related': aboutOutcome }, [about]),
  scene('about-reading', { ...remembered, 'search.related': 'never' }, [about]),
  scene('about-empty', { ...remembered, 'search.related': { ...aboutOutcome, hits: [] } }, [about]),
  scene('about-failed', { ...remembered, 'search.related': errors.noText }, [about]),
  scene('copied', searched, [{ click: '.copy-quote-button' }]),
];
