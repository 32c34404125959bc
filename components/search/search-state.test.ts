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
  it('shows the answer to the search that is under way', () => {
    expect(after(startA, { type: 'answered', searchId: '1', outcome })).toEqual({
      status: 'answered',
      q: 'a',
      about: null,
      outcome,
    });
  });

  it('ignores the answer to a search that was overtaken', () => {
    const phase = after(startA, startB, { type: 'answered', searchId: '1', outcome });

    expect(phase).toMatchObject({ status: 'asking', q: 'b' });
  });

  it('keeps why the search that is under way waits, until it goes on', () => {
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

  it('ignores the failure of a search that was stopped', () => {
    const phase = after(startA, { type: 'stopped' }, { type: 'failed', searchId: '1', error });

    expect(phase).toEqual({ status: 'stopped', q: 'a', about: null });
  });

  it('keeps the last answer in view while the next are asked for', () => {
    const phase = after(startA, { type: 'answered', searchId: '1', outcome }, startB, {
      type: 'started',
      q: 'c',
      about: null,
      searchId: '3',
      now: 30,
    });

    expect(phase).toMatchObject({ status: 'asking', q: 'c', previous: { q: 'a' } });
  });

  it('forgets the last answer once a search failed', () => {
    const phase = after(
      startA,
      { type: 'answered', searchId: '1', outcome },
      startB,
      { type: 'failed', searchId: '2', error },
      startA,
    );

    expect(phase).toMatchObject({ status: 'asking', previous: null });
  });

  it('keeps why it failed in view only while it is asked again without the person', () => {
    const failed = after(startA, { type: 'failed', searchId: '1', error });
    const automatic = searchReducer(failed, { ...startB, isAutomatic: true });

    expect(automatic).toMatchObject({ status: 'asking', failure: error });
    expect(searchReducer(failed, startB)).toMatchObject({ status: 'asking', failure: null });
    expect(searchReducer(automatic, startA)).toMatchObject({ status: 'asking', failure: null });
  });

  it('ignores an answer that comes after the box was emptied', () => {
    const phase = after(startA, { type: 'cleared' }, { type: 'answered', searchId: '1', outcome });

    expect(phase).toEqual({ status: 'idle' });
  });

  it('knows the words of a search about a page from its answer', () => {
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
  ] as const)('says of %s: %s', (code, isPassing) => {
    const failure: AppError = { code, message: '', retryable: true };

    expect(isRetryable(after(startA, { type: 'failed', searchId: '1', error: failure }))).toBe(
      isPassing,
    );
  });

  it('says no of a search that did not fail', () => {
    expect(isRetryable(after(startA))).toBe(false);
  });
});
