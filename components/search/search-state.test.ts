import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contract/errors.ts';
import type { SearchResults } from '../../lib/search/model.ts';
import {
  isRetryable,
  type SearchAction,
  searchAtFirst,
  type SearchPhase,
  searchReducer,
} from './search-state.ts';

const outcome: SearchResults = { hits: [], unanswered: [], searched: 1, stillLearning: 0 };
const error: AppError = { code: 'memory.server', message: '', retryable: true };

function after(...actions: readonly SearchAction[]): SearchPhase {
  return actions.reduce(searchReducer, searchAtFirst);
}

const startA: SearchAction = { type: 'started', q: 'a', about: null, searchId: '1', now: 10 };
const startB: SearchAction = { type: 'started', q: 'b', about: null, searchId: '2', now: 20 };

describe('searchReducer', () => {
  it('shows the results of the current search', () => {
    expect(after(startA, { type: 'answered', searchId: '1', outcome })).toEqual({
      status: 'answered',
      q: 'a',
      about: null,
      outcome,
    });
  });

  it('ignores the results of a replaced search', () => {
    const phase = after(startA, startB, { type: 'answered', searchId: '1', outcome });

    expect(phase).toMatchObject({ status: 'asking', q: 'b' });
  });

  it('keeps the reason why the current search waits until it continues', () => {
    const wait = { reason: 'retry', until: 5 } as const;
    const waiting = after(startA, { type: 'waiting', searchId: '1', wait });

    expect(waiting).toMatchObject({ status: 'asking', since: 10, wait });
    expect(searchReducer(waiting, { type: 'waiting', searchId: '1', wait: null })).toMatchObject({
      wait: null,
    });
    expect(searchReducer(waiting, startB)).toMatchObject({ wait: null });
    expect(after(startA, startB, { type: 'waiting', searchId: '1', wait })).toMatchObject({
      wait: null,
    });
  });

  it('ignores the failure of a stopped search', () => {
    const phase = after(startA, { type: 'stopped' }, { type: 'failed', searchId: '1', error });

    expect(phase).toEqual({ status: 'stopped', q: 'a', about: null });
  });

  it('keeps the last results while later searches run', () => {
    const phase = after(startA, { type: 'answered', searchId: '1', outcome }, startB, {
      type: 'started',
      q: 'c',
      about: null,
      searchId: '3',
      now: 30,
    });

    expect(phase).toMatchObject({ status: 'asking', q: 'c', previous: { q: 'a' } });
  });

  it('forgets the last results once a search fails', () => {
    const phase = after(
      startA,
      { type: 'answered', searchId: '1', outcome },
      startB,
      { type: 'failed', searchId: '2', error },
      startA,
    );

    expect(phase).toMatchObject({ status: 'asking', previous: null });
  });

  it('keeps the error only during an automatic retry', () => {
    const failed = after(startA, { type: 'failed', searchId: '1', error });
    const automatic = searchReducer(failed, { ...startB, isAutomatic: true });

    expect(automatic).toMatchObject({ status: 'asking', failure: error });
    expect(searchReducer(failed, startB)).toMatchObject({ status: 'asking', failure: null });
    expect(searchReducer(automatic, startA)).toMatchObject({ status: 'asking', failure: null });
  });

  it('ignores results that arrive after the search was cleared', () => {
    const phase = after(startA, { type: 'cleared' }, { type: 'answered', searchId: '1', outcome });

    expect(phase).toEqual({ status: 'idle' });
  });

  it('takes the query of a search about a page from its results', () => {
    const about = { tabId: 7, title: 'Tides' };
    const start: SearchAction = { type: 'started', q: '', about, searchId: '1', now: 10 };
    const told = { ...outcome, about: { title: 'Tides', q: 'tides moon' } };

    expect(after(start)).toMatchObject({ status: 'asking', q: '', about });
    expect(after(start, { type: 'answered', searchId: '1', outcome: told })).toMatchObject({
      q: 'tides moon',
      about,
    });
    expect(after(start, { type: 'stopped' })).toMatchObject({ status: 'stopped', about });
  });
});

describe('isRetryable', () => {
  it.each([
    ['memory.unreachable', true],
    ['memory.timeout', true],
    ['memory.unauthorized', false],
    ['memory.rate-limited', false],
  ] as const)('returns for %s: %s', (code, isPassing) => {
    const failure: AppError = { code, message: '', retryable: true };

    expect(isRetryable(after(startA, { type: 'failed', searchId: '1', error: failure }))).toBe(
      isPassing,
    );
  });

  it('is false for a search that didn’t fail', () => {
    expect(isRetryable(after(startA))).toBe(false);
  });
});
