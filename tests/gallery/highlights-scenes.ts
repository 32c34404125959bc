/** Scenes of the highlights tab, and of the sites that show highlights without a click. */
import type {
  HighlightedPages,
  HighlightView,
  PageHighlights,
} from '../../lib/highlights/model.ts';
import { extensionAnswers } from './settings-scenes.ts';
import type { Answers } from './fake-bridge.ts';
import {
  days,
  deletionSentence,
  deviceQuestion,
  errors,
  galleryNow,
  hostileTab,
  hosts,
  states,
  titles,
} from './fixtures.ts';
import type { Step, Scene } from './scenes.ts';

const minute = 60_000;
const url = 'https://www.tidewater-quarterly.example/essays/the-long-memory-of-harbours';
const pattern = 'https://www.tidewater-quarterly.example/*';
const page: PageHighlights['page'] = {
  key: url,
  title: 'The long memory of harbours: how a port town remembers what its records forgot',
};

function highlight(id: string, changes: Partial<HighlightView> & { quote: string }): HighlightView {
  return {
    id,
    comment: null,
    url,
    title: page?.title ?? '',
    createdAt: galleryNow - 12 * minute,
    isMarked: true,
    color: 'yellow',
    earlierId: null,
    placement: 'placed',
    state: states.accepted,
    memory: 'Reading',
    ...changes,
  };
}

const rows: HighlightView[] = [
  highlight('g1', {
    quote:
      'The customs house burned in 1871 and took the ledgers with it, yet anyone in the lower town could still tell you which family had kept the north light.',
    comment: 'Compare with the pilots’ own lists: who wrote those down, and when?',
    createdAt: galleryNow - days(2),
  }),
  highlight('g2', {
    quote: 'What the harbour lost on paper it kept in talk.',
    memory: 'Work',
    color: 'green',
  }),
  highlight('g3', {
    quote:
      'A rope-walk is a street that has only one errand. It ran behind the chandlers for eleven hundred feet, straight as a sum, and for two centuries nobody in the town could have told you how long a voyage was without first telling you how long the walk was, since the one was measured in the other and both were paid by the fathom, on Saturdays, in the yard.',
    createdAt: galleryNow - days(9),
    color: 'blue',
  }),
  highlight('g4', {
    quote: 'The pilots sat where they could see the bar.',
    createdAt: galleryNow - minute,
    state: states.waiting,
  }),
  highlight('g5', {
    quote: 'Nobody had asked the harbour office what it kept in the attic.',
    comment: 'This sentence was the best one.',
    placement: 'orphaned',
    createdAt: galleryNow - days(60),
  }),
];
const undrawn = rows.slice(0, 3).map((row) => ({ ...row, placement: 'unknown' as const }));
const on = { pattern, isAllowed: true };
const off = { pattern, isAllowed: false };

const hostile: HighlightView[] = [
  highlight('x1', {
    quote: `\u202Eetouq a\u202C <img src=x onerror=alert(1)> ${'Donaudampfschifffahrt'.repeat(30)}`,
    comment: `<script>alert(1)</script> ${'W'.repeat(400)}`,
    memory: `W${'o'.repeat(200)}rk`,
    url: hostileTab.url,
  }),
  highlight('x2', { quote: 'ما فقده الميناء على الورق أبقاه في الكلام.', memory: 'قراءات' }),
  highlight('x3', {
    quote: '港が紙の上で失ったものを、話の中に残していた。',
    state: null,
    memory: null,
  }),
];

const openHighlights: Step = { click: '.panel-nav [data-view="highlights"]' };
const colors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;

/** Returns pages with highlights, starting with the page in front. */
function pagesOf(count: number): HighlightedPages {
  const others = Array.from({ length: count }, (_, index) => {
    const host = hosts[index % hosts.length];
    const key = `https://${host}/essays/${index}`;
    const title = titles[index % titles.length] ?? '';
    const own = Array.from({ length: 1 + (index % 3) }, (__, at) =>
      highlight(`o${index}-${at}`, {
        quote: rows[(index + at) % rows.length]?.quote ?? '',
        comment: at === 0 ? null : 'Compare with the pilots’ own lists.',
        color: colors[(index + at) % colors.length] ?? 'yellow',
        url: key,
        title,
        placement: 'unknown',
        createdAt: galleryNow - days(index + 1),
        earlierId: index === 0 && at === 0 ? 'earlier' : null,
      }),
    );
    return { key, title, url: key, highlights: own };
  });
  return {
    pages: [{ key: url, title: page?.title ?? '', url, highlights: rows }, ...others],
    hasMore: false,
  };
}

const calm: Answers = {
  'connection.status': {
    kind: 'device',
    memories: [],
    chosenMemoryId: null,
    connectionId: 'device',
    withdrawn: [],
  },
  'panel.take': { q: null },
  'outbox.list': {
    items: [],
    storage: { usedBytes: 0, limitBytes: 50_000_000, isNearlyFull: false },
  },
  'learned.take': { earlier: 0, pages: [] },
  'highlights.list-pages': pagesOf(2),
  'highlights.set-color': {},
  'highlights.set-comment': { id: 'g2' },
  'outbox.discard': {},
  'saved.delete': { outcome: 'confirmation-required', sentence: deletionSentence },
  'highlights.reveal': { isThere: true },
  'highlights.draw': {},
  'highlights.hide': {},
  'highlights.show': {},
  'sites.allow': {},
  'sites.remove': {},
};

function panel(
  name: string,
  shown: NonNullable<Answers['highlights.of-page']>,
  more: Partial<Scene> = {},
): Scene {
  return {
    surface: 'sidepanel',
    name: `highlights-${name}`,
    answers: { ...calm, 'highlights.of-page': shown, ...more.answers },
    ...(more.nextAnswers === undefined ? {} : { nextAnswers: more.nextAnswers }),
    ...(more.held === undefined ? {} : { held: more.held }),
    steps: [openHighlights, ...(more.steps ?? [])],
  };
}

const unmarked = rows.map((row) => (row.id === 'g2' ? { ...row, isMarked: false } : row));

const none: Answers = { 'highlights.list-pages': { pages: [], hasMore: false } };

export const highlightsScenes: readonly Scene[] = [
  panel('page', { page, site: on, highlights: rows }),
  panel('undrawn', { page, site: off, highlights: undrawn }),
  panel(
    'undrawn-refused',
    { page, site: off, highlights: undrawn },
    {
      answers: { 'highlights.draw': restricted() },
      steps: [{ click: '.highlights-draw .button' }],
    },
  ),
  panel(
    'unmarked',
    { page, site: on, highlights: rows },
    {
      nextAnswers: { 'highlights.of-page': { page, site: on, highlights: unmarked } },
      steps: [{ click: '[data-highlight="g2"] [data-act="hide"]' }],
    },
  ),
  panel(
    'editing',
    { page, site: on, highlights: rows },
    { steps: [{ click: '[data-highlight="g1"] [data-act="edit"]' }] },
  ),
  panel(
    'deleting',
    { page, site: on, highlights: rows },
    { steps: [{ click: '[data-highlight="g2"] [data-act="delete"]' }] },
  ),
  panel(
    'undo',
    { page, site: on, highlights: rows },
    {
      answers: { ...deviceQuestion, 'bin.restore': {} },
      nextAnswers: { 'saved.delete': { outcome: 'deleted', wasGone: false, binId: 'b1' } },
      steps: [
        { click: '[data-highlight="g2"] [data-act="delete"]' },
        { click: 'dialog .button:last-child' },
      ],
    },
  ),
  panel(
    'many',
    { page, site: on, highlights: [] },
    { answers: { 'highlights.list-pages': pagesOf(200) } },
  ),
  panel('hostile', { page, site: on, highlights: hostile }),
  panel('empty', { page, site: off, highlights: [] }, { answers: none }),
  panel('empty-allowed', { page, site: on, highlights: [] }, { answers: none }),
  panel('loading', { page, site: on, highlights: rows }, { held: ['highlights.of-page'] }),
  panel('failed', errors.unanswered),
  panel('unseen', { page: null, site: { pattern: null, isAllowed: false }, highlights: [] }),
  panel('restricted', {
    page: { key: 'chrome://settings/', title: 'Settings' },
    site: { pattern: null, isAllowed: false },
    highlights: [],
  }),
  sites('sites', [
    { pattern, since: galleryNow - days(20), isAllowed: true },
    { pattern: 'http://library.example/*', since: galleryNow - days(3), isAllowed: true },
    { pattern: 'https://garden.example/*', since: galleryNow - days(90), isAllowed: false },
  ]),
  sites('sites-none', []),
];

function sites(
  name: string,
  allowed: { pattern: string; since: number; isAllowed: boolean }[],
): Scene {
  return {
    surface: 'options',
    at: 'sites',
    name,
    answers: {
      ...calm,
      'connection.status': {
        kind: 'key',
        memories: [],
        chosenMemoryId: null,
        connectionId: 'work',
        withdrawn: [],
      },
      'connections.list': { connections: [], waiting: [] },
      ...extensionAnswers,
      'sites.list': { sites: allowed },
    },
  };
}

function restricted() {
  return {
    code: 'page.restricted' as const,
    message: 'The browser lets no extension read this page.',
    retryable: false,
  };
}
