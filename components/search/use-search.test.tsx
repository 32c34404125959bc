// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../lib/contract/errors.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { CallWait, SearchResults } from '../../lib/search/model.ts';
import { type Bridge, BridgeProvider } from '../app/bridge.ts';
import { useSearch } from './use-search.ts';

const outcome: SearchResults = { hits: [], unanswered: [], searched: 1, stillLearning: 0 };
const error: AppError = { code: 'memory.server', message: '', retryable: true };
const about = { tabId: 7, title: 'Tides' };

let root: Root;
let listeners: Set<(event: AppEvent) => void>;
let answers: Map<string, (answer: Result<SearchResults, AppError>) => void>;
let canceled: string[];
let search: { current: ReturnType<typeof useSearch> };

function Probe() {
  const current = useSearch('memories');
  useLayoutEffect(() => {
    search.current = current;
  });
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  listeners = new Set();
  answers = new Map();
  canceled = [];
  search = {} as typeof search;
  const bridge = {
    now: () => 10,
    newId: () => String(answers.size + 1),
    onEvent: (listener: (event: AppEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (name: string, { searchId }: { searchId: string }) => {
      if (name === 'search.cancel') return void canceled.push(searchId);
      const { promise, resolve } = Promise.withResolvers<Result<SearchResults, AppError>>();
      answers.set(searchId, resolve);
      return promise;
    },
  } as unknown as Bridge;
  root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <BridgeProvider value={bridge}>
        <Probe />
      </BridgeProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

const phase = () => search.current.phase;
const searchFor = (q: string) => act(() => search.current.searchFor(q));
const stop = () => act(() => search.current.stop());

/** Answers a search. Searches are numbered from 1. */
const answer = (searchId: string, result: Result<SearchResults, AppError>) =>
  act(async () => answers.get(searchId)?.(result));

function tell(callId: string, wait: CallWait | null): void {
  act(() => {
    for (const listener of listeners) listener({ event: 'call.waiting', callId, wait });
  });
}

/** Fires an event that starts an automatic retry. */
function comeOnline(): void {
  act(() => {
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(1_000);
  });
}

describe('useSearch', () => {
  it('shows the results of the current search', async () => {
    searchFor('a');
    await answer('1', ok(outcome));

    expect(phase()).toEqual({ status: 'answered', q: 'a', about: null, outcome });
  });

  it('cancels a replaced search, and ignores its results', async () => {
    searchFor('a');
    searchFor('b');
    await answer('1', ok(outcome));

    expect(phase()).toMatchObject({ status: 'asking', q: 'b' });
    expect(canceled).toEqual(['1']);
  });

  it('keeps the reason why the current search waits until it continues', () => {
    const wait = { reason: 'retry', until: 5 } as const;
    searchFor('a');
    tell('1', wait);
    expect(phase()).toMatchObject({ status: 'asking', since: 10, wait });

    tell('1', null);
    expect(phase()).toMatchObject({ wait: null });

    tell('1', wait);
    searchFor('b');
    expect(phase()).toMatchObject({ wait: null });

    tell('1', wait);
    expect(phase()).toMatchObject({ wait: null });
  });

  it('ignores the failure of a stopped search', async () => {
    searchFor('a');
    stop();
    await answer('1', err(error));

    expect(phase()).toEqual({ status: 'stopped', q: 'a', about: null });
    expect(canceled).toEqual(['1']);
  });

  it('keeps the last results while later searches run', async () => {
    searchFor('a');
    await answer('1', ok(outcome));
    searchFor('b');
    searchFor('c');

    expect(phase()).toMatchObject({ status: 'asking', q: 'c', previous: { q: 'a' } });
  });

  it('forgets the last results once a search fails', async () => {
    searchFor('a');
    await answer('1', ok(outcome));
    searchFor('b');
    await answer('2', err(error));
    searchFor('a');

    expect(phase()).toMatchObject({ status: 'asking', previous: null });
  });

  it('keeps the error only during an automatic retry', async () => {
    searchFor('a');
    await answer('1', err(error));
    comeOnline();
    expect(phase()).toMatchObject({ status: 'asking', failure: error });

    searchFor('b');
    expect(phase()).toMatchObject({ status: 'asking', failure: null });

    await answer('3', err(error));
    act(() => search.current.again());
    expect(phase()).toMatchObject({ status: 'asking', q: 'b', failure: null });
  });

  it('ignores results that arrive after the search was cleared', async () => {
    searchFor('a');
    searchFor('');
    await answer('1', ok(outcome));

    expect(phase()).toEqual({ status: 'idle' });
  });

  it('takes the query of a search about a page from its results', async () => {
    act(() => search.current.searchAbout(about));
    expect(phase()).toMatchObject({ status: 'asking', q: '', about });

    stop();
    expect(phase()).toMatchObject({ status: 'stopped', about });

    act(() => search.current.again());
    await answer('2', ok({ ...outcome, about: { title: 'Tides', q: 'tides moon' } }));
    expect(phase()).toMatchObject({ status: 'answered', q: 'tides moon', about });
  });

  it.each([
    ['memory.unreachable', true],
    ['memory.timeout', true],
    ['memory.unauthorized', false],
    ['memory.rate-limited', false],
  ] as const)('retries automatically after %s: %s', async (code, isRetried) => {
    searchFor('a');
    await answer('1', err({ code, message: '', retryable: true }));
    comeOnline();

    expect(phase().status).toBe(isRetried ? 'asking' : 'failed');
  });

  it('retries nothing if the search didn’t fail', async () => {
    searchFor('a');
    comeOnline();
    await answer('1', ok(outcome));
    comeOnline();

    expect(answers.size).toBe(1);
  });
});
