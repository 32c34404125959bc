import { describe, expect, it } from 'vitest';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { CallWait, SearchResult, SearchResults } from '../../lib/search/model.ts';
import type { SearchPhase } from './search-state.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { searchAnnouncement, searchView, slowSeconds, slowText } from './search-view.ts';

const reading = { id: 'm1', name: 'Reading' };
const ready: ActiveConnectionState = {
  status: 'ready',
  connection: {
    kind: 'device',
    memories: [reading],
    chosenMemoryId: 'm1',
    connectionId: 'device-1',
    withdrawn: [],
  },
};
const homeless: ActiveConnectionState = {
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
const error = (code: 'connection.none' | 'internal'): AppError => ({
  code,
  message: '',
  retryable: true,
});

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
    searchId: '1',
    since: 1_000,
    wait,
    previous: previous === null ? null : { q: 'w', outcome: previous },
    failure,
  };
}

/** Asked again without the person after it failed. */
function askingByItself(failure: AppError): SearchPhase {
  return asking(null, null, failure);
}

describe('searchView', () => {
  it.each([
    ['blank', { status: 'idle' }, { status: 'loading' }],
    ['first-use', { status: 'idle' }, homeless],
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
      homeless,
    ],
    ['stopped', { status: 'stopped', q: 'x', about: null }, ready],
  ] satisfies [string, SearchPhase, ActiveConnectionState][])(
    'is %s',
    (kind, phase, connection) => {
      expect(searchView(phase, connection).kind).toBe(kind);
    },
  );

  it('is never empty where a Memory could not answer', () => {
    expect(searchView(answered({ unanswered: [silent] }), ready).kind).toBe('unanswered');
  });
});

describe('searchView of one Memory', () => {
  const work = { id: 'm2', name: 'Work' };

  it('looked in that one alone', () => {
    expect(searchView(answered({}), ready, work)).toMatchObject({ memories: [work] });
  });

  it('keeps the words a stale answer was found by', () => {
    expect(searchView(asking({ ...none, hits: [hit] }), ready, work)).toMatchObject({
      kind: 'results',
      q: 'w',
      stale: true,
    });
  });
});

describe('slowSeconds', () => {
  it('counts only once a search is slow', () => {
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
      { reason: 'rate-limit', until: 14_200, limitPerMin: 600 },
      held(t('errors_memory_rate_limited_title'), t('ask_waiting_tryingIn', { count: '5s' })),
    ],
    [
      { reason: 'rate-limit', until: 14_000, limitPerMin: null },
      held(t('errors_memory_rate_limited_title'), t('ask_waiting_tryingIn', { count: '4s' })),
    ],
    [
      { reason: 'turns-exhausted', until: 14_000, limitPerMin: null },
      held(t('ask_waiting_busy'), t('ask_waiting_tryingIn', { count: '4s' })),
    ],
    [{ reason: 'retry', until: 9_000 }, held(t('ask_waiting_retry'), t('ask_waiting_tryingNow'))],
  ] satisfies [CallWait | null, string][])('says of %o: %s', (wait, text) => {
    expect(waiting(wait)).toBe(text);
  });
});

describe('searchAnnouncement', () => {
  const all = { slow: false, memory: null, isNarrowingNews: false };
  const narrowed = { slow: false, memory: 'Reading', isNarrowingNews: true };

  it.each([
    [
      'is chosen before anything is searched',
      { status: 'idle' },
      t('search_announce_narrowed', { memory: 'Reading' }),
    ],
    [
      'is being searched',
      asking({ ...none, hits: [hit] }),
      t('search_announce_narrowed', { memory: 'Reading' }),
    ],
    [
      'has it',
      answered({ hits: [hit, hit] }),
      sentences(plural(2, 'search_found'), t('search_announce_narrowed', { memory: 'Reading' })),
    ],
    [
      'has it not',
      answered({}),
      sentences(t('search_announce_none'), t('search_announce_narrowed', { memory: 'Reading' })),
    ],
  ] satisfies [string, SearchPhase, string][])(
    'says of one Memory that it %s',
    (_, phase, words) => {
      expect(searchAnnouncement(searchView(phase, ready, reading), narrowed)).toBe(words);
    },
  );

  it('says that all are searched again, and only just after that was chosen', () => {
    const view = searchView({ status: 'idle' }, ready);

    expect(searchAnnouncement(view, { ...all, isNarrowingNews: true })).toBe(
      t('search_announce_widened'),
    );
    expect(searchAnnouncement(view, all)).toBe('');
  });

  it('tells how many were found and who could not answer', () => {
    const view = searchView(answered({ hits: [hit], unanswered: [silent] }), ready);

    expect(searchAnnouncement(view, all)).toBe(
      sentences(plural(1, 'search_found'), t('search_unanswered', { memories: 'Recipes' })),
    );
  });

  it('does not repeat an answer that stays in view', () => {
    const view = searchView(asking({ ...none, hits: [hit] }), ready);

    expect(searchAnnouncement(view, all)).toBe('');
  });
});
