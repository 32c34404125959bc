import { describe, expect, it } from 'vitest';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { CallWait, SearchResult, SearchResults } from '../../lib/search/model.ts';
import type { SearchPhase } from './search-state.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import {
  quoteWords,
  searchAnnouncement,
  searchView,
  slowSeconds,
  slowText,
} from './search-view.ts';

const reading = { id: 'm1', name: 'Reading' };
const ready = {
  status: 'ready',
  connection: {
    kind: 'device',
    memories: [reading],
    chosenMemoryId: 'm1',
    connectionId: 'device-1',
    withdrawn: [],
  },
} satisfies ActiveConnectionState;
const noConnection: ActiveConnectionState = {
  status: 'ready',
  connection: { kind: null, memories: [], chosenMemoryId: null, connectionId: null, withdrawn: [] },
};
const hit: SearchResult = {
  key: '1',
  memory: 'Reading',
  kind: 'page',
  title: null,
  url: null,
  passage: 'x',
  marks: [],
  savedAt: null,
};
const none: SearchResults = { hits: [], unanswered: [], searched: 1, stillLearning: 0 };
const silent = { memory: 'Recipes', reason: 'Still starting.' };
type Code = 'connection.none' | 'internal' | 'memory.unauthorized' | 'memory.unauthenticated';
const error = (code: Code): AppError => ({ code, message: '', retryable: true });
const refusal = { code: 'memory.unauthorized', message: '', retryable: false } as const;

function answered(outcome: Partial<SearchResults>): SearchPhase {
  return { status: 'answered', q: 'x', about: null, outcome: { ...none, ...outcome } };
}

function asking(
  previous: SearchResults | null,
  wait: CallWait | null = null,
  failure: AppError | null = null,
): SearchPhase {
  return {
    status: 'asking',
    q: 'x',
    about: null,
    since: 1_000,
    wait,
    previous: previous === null ? null : { q: 'w', outcome: previous },
    failure,
  };
}

/** A failed search that is retried automatically. */
function askingByItself(failure: AppError): SearchPhase {
  return asking(null, null, failure);
}

describe('searchView', () => {
  it.each([
    ['memory.unauthorized', 'all', true],
    ['memory.unauthenticated', 'all', true],
    ['memory.unauthorized', 'write', false],
    ['internal', 'all', false],
  ] as const)(
    'leaves %s without access to “%s” to the connection’s notice: %s',
    (code, access, isShownAbove) => {
      const failure = error(code);
      const withdrawn = [{ access, error: refusal, at: 0 }];
      const refused = { ...ready, connection: { ...ready.connection, withdrawn } } as const;
      const phase = { status: 'failed', q: 'x', about: null, error: failure } as const;

      expect(searchView(phase, refused)).toEqual({ kind: 'failed', error: failure, isShownAbove });
    },
  );

  it.each([
    ['blank', { status: 'idle' }, { status: 'loading' }],
    ['first-use', { status: 'idle' }, noConnection],
    ['idle', { status: 'idle' }, ready],
    ['searching', asking(null), ready],
    ['searching', asking(none), ready],
    ['failed', askingByItself(error('internal')), ready],
    ['results', asking({ ...none, hits: [hit] }), ready],
    ['results', answered({ hits: [hit] }), ready],
    ['results', answered({ hits: [hit], unanswered: [silent] }), ready],
    ['empty', answered({}), ready],
    ['no-memory', answered({ searched: 0 }), ready],
    ['failed', { status: 'failed', q: 'x', about: null, error: error('internal') }, ready],
    [
      'first-use',
      { status: 'failed', q: 'x', about: null, error: error('connection.none') },
      noConnection,
    ],
    ['stopped', { status: 'stopped', q: 'x', about: null }, ready],
  ] satisfies [string, SearchPhase, ActiveConnectionState][])(
    'is %s',
    (kind, phase, connection) => {
      expect(searchView(phase, connection).kind).toBe(kind);
    },
  );

  it('isn’t empty if a Memory couldn’t be searched', () => {
    expect(searchView(answered({ unanswered: [silent] }), ready).kind).toBe('unanswered');
  });
});

describe('searchView of one Memory', () => {
  const work = { id: 'm2', name: 'Work' };

  it('names only that Memory', () => {
    expect(searchView(answered({}), ready, work)).toMatchObject({ memories: [work] });
  });

  it('keeps the query of stale results', () => {
    expect(searchView(asking({ ...none, hits: [hit] }), ready, work)).toMatchObject({
      kind: 'results',
      q: 'w',
      stale: true,
    });
  });
});

describe('slowSeconds', () => {
  it('returns null until a search is slow', () => {
    expect(slowSeconds(asking(null), 1_900)).toBeNull();
    expect(slowSeconds(askingByItself(error('internal')), 5_000)).toBeNull();
    expect(slowSeconds(asking(null), 2_000)).toBe(1);
    expect(slowSeconds(asking(null), 13_999)).toBe(12);
    expect(slowSeconds(answered({}), 13_999)).toBeNull();
  });
});

describe('slowText', () => {
  const held = (reason: string, next: string) => sentences(reason, next);

  function waiting(wait: CallWait | null): string {
    return slowText(asking(null, wait), 10_000).text;
  }

  it.each([
    [null, t('common_slow')],
    [
      { reason: 'rate-limit', until: 14_200 },
      held(t('errors_memory_rate_limited_title'), t('ask_waiting_tryingIn', { count: '5s' })),
    ],
    [
      { reason: 'turns-exhausted', until: 14_000 },
      held(t('ask_waiting_busy'), t('ask_waiting_tryingIn', { count: '4s' })),
    ],
    [{ reason: 'retry', until: 9_000 }, held(t('ask_waiting_retry'), t('ask_waiting_tryingNow'))],
  ] satisfies [CallWait | null, string][])('returns for %o: %s', (wait, text) => {
    expect(waiting(wait)).toBe(text);
  });
});

describe('searchAnnouncement', () => {
  const all = { slow: false, memory: null, isNarrowingNews: false };
  const narrowed = { slow: false, memory: 'Reading', isNarrowingNews: true };

  it.each([
    [
      'the Memory is chosen before a search',
      { status: 'idle' },
      t('search_announce_narrowed', { memory: 'Reading' }),
    ],
    [
      'a search is running',
      asking({ ...none, hits: [hit] }),
      t('search_announce_narrowed', { memory: 'Reading' }),
    ],
    [
      'there are results',
      answered({ hits: [hit, { ...hit, key: '2' }] }),
      sentences(plural(2, 'search_found'), t('search_announce_narrowed', { memory: 'Reading' })),
    ],
    [
      'there are no results',
      answered({}),
      sentences(t('search_announce_none'), t('search_announce_narrowed', { memory: 'Reading' })),
    ],
  ] satisfies [string, SearchPhase, string][])(
    'announces the selected Memory if %s',
    (_, phase, words) => {
      expect(searchAnnouncement(searchView(phase, ready, reading), narrowed)).toBe(words);
    },
  );

  it('announces that all Memories are searched only right after that changed', () => {
    const view = searchView({ status: 'idle' }, ready);

    expect(searchAnnouncement(view, { ...all, isNarrowingNews: true })).toBe(
      t('search_announce_widened'),
    );
    expect(searchAnnouncement(view, all)).toBe('');
  });

  it('announces how many were found and which Memories failed', () => {
    const view = searchView(answered({ hits: [hit], unanswered: [silent] }), ready);

    expect(searchAnnouncement(view, all)).toBe(
      sentences(plural(1, 'search_found'), t('search_unanswered', { memories: 'Recipes' })),
    );
  });

  it('doesn’t repeat results that stay visible', () => {
    const view = searchView(asking({ ...none, hits: [hit] }), ready);

    expect(searchAnnouncement(view, all)).toBe('');
  });
});

describe('quoteWords', () => {
  it.each([
    ['retreival of ledgrs', ['retreival', 'ledgrs'], '"retreival" of "ledgrs"'],
    ['retreival, please', ['retreival'], '"retreival," please'],
    ['tideways tide', ['tide'], 'tideways "tide"'],
    ['high-tidde water', ['tidde'], '"high-tidde" water'],
    ['"tidde" -tidde tag:tidde tidde', ['tidde'], '"tidde" -tidde tag:tidde "tidde"'],
    ['5" tidde"', ['tidde'], '5" "tidde"'],
  ])('quotes words in %s', (query, words, quoted) => {
    expect(quoteWords(query, words)).toBe(quoted);
  });
});
