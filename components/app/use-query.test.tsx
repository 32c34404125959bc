// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../lib/contract/errors.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type Bridge, BridgeProvider } from './bridge.ts';
import { type Command, useCommand } from './use-command.ts';
import {
  IsVisible,
  type Query,
  type QueryOptions,
  type Read,
  slowSeconds,
  useQuery,
} from './use-query.ts';

const unreachable: AppError = { code: 'memory.unreachable', message: '', retryable: true };
const unauthorized: AppError = { code: 'memory.unauthorized', message: '', retryable: false };
const rulesChanged: AppEvent = { event: 'rules.changed' };
const profileChanged: AppEvent = { event: 'profile.changed' };

let root: Root;
let listeners: Set<(event: AppEvent) => void>;
let now: number;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  root = createRoot(document.createElement('div'));
  listeners = new Set();
  now = 1_000;
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

const bridge = {
  now: () => now,
  onEvent: (listener: (event: AppEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as unknown as Bridge;

function send(event: AppEvent): void {
  act(() => {
    for (const listener of listeners) listener(event);
  });
}

function passTime(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

type Asked = {
  signal: AbortSignal;
  isFresh: boolean;
  answer: (result: Result<string, AppError>) => Promise<void>;
};

/** Creates a read that the test completes, call by call, in any order. */
function createRead(): { read: Read<string>; asked: Asked[] } {
  const asked: Asked[] = [];
  const read: Read<string> = (_, how) => {
    const { promise, resolve } = Promise.withResolvers<Result<string, AppError>>();
    const answer = async (result: Result<string, AppError>) => {
      await act(async () => {
        resolve(result);
        await promise;
      });
    };
    asked.push({ ...how, answer });
    return promise;
  };
  return { read, asked };
}

type Shown = { read: Read<string> | null; options?: QueryOptions<string>; isVisible?: boolean };

function renderQuery(first: Shown) {
  const result = {} as { current: Query<string> };
  function Probe({ read, options }: Shown) {
    const query = useQuery(read, options);
    useLayoutEffect(() => {
      result.current = query;
    });
    return null;
  }
  const show = (props: Shown) =>
    act(() =>
      root.render(
        <BridgeProvider value={bridge}>
          <IsVisible value={props.isVisible ?? true}>
            <Probe {...props} />
          </IsVisible>
        </BridgeProvider>,
      ),
    );
  show(first);
  return { result, show };
}

describe('useQuery', () => {
  it('is loading until the value arrives, then ready', async () => {
    const { read, asked } = createRead();
    const { result } = renderQuery({ read });
    expect(result.current.state).toEqual({ status: 'loading', since: 1_000 });

    await asked[0]?.answer(ok('a'));

    expect(result.current.state).toEqual({ status: 'ready', value: 'a', since: null });
  });

  it('is idle without a read function', () => {
    const { result } = renderQuery({ read: null });

    expect(result.current.state).toEqual({ status: 'idle' });
  });

  it('keeps the value while reloading, and if that fails', async () => {
    const { read, asked } = createRead();
    const { result } = renderQuery({ read });
    await asked[0]?.answer(ok('a'));

    now = 2_000;
    act(() => result.current.refresh());
    expect(result.current.state).toEqual({ status: 'ready', value: 'a', since: 2_000 });
    expect(asked[1]?.isFresh).toBe(true);
    await asked[1]?.answer(err(unreachable));

    expect(result.current.state).toEqual({
      status: 'failed',
      error: unreachable,
      value: 'a',
      since: null,
    });
  });

  it('keeps the error while reloading', async () => {
    const { read, asked } = createRead();
    const { result } = renderQuery({ read });
    await asked[0]?.answer(err(unreachable));

    now = 3_000;
    act(() => result.current.refresh());

    expect(result.current.state).toEqual({
      status: 'failed',
      error: unreachable,
      value: null,
      since: 3_000,
    });
  });

  it('drops the value once access is withdrawn', async () => {
    const { read, asked } = createRead();
    const { result } = renderQuery({ read });
    await asked[0]?.answer(ok('a'));

    act(() => void result.current.reload());
    await asked[1]?.answer(err(unauthorized));

    expect(result.current.state).toMatchObject({ status: 'failed', value: null });
  });

  it('aborts the previous read and ignores its result', async () => {
    const { read, asked } = createRead();
    const { result } = renderQuery({ read });

    act(() => void result.current.reload());
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[1]?.answer(ok('new'));
    await asked[0]?.answer(ok('old'));

    expect(result.current.state).toMatchObject({ status: 'ready', value: 'new' });
  });

  it('starts over with another read function', async () => {
    const first = createRead();
    const second = createRead();
    const { result, show } = renderQuery({ read: first.read });
    await first.asked[0]?.answer(ok('a'));

    show({ read: second.read });
    expect(result.current.state).toEqual({ status: 'loading', since: 1_000 });
    await second.asked[0]?.answer(ok('b'));
    expect(result.current.state).toMatchObject({ status: 'ready', value: 'b' });

    show({ read: null });
    expect(result.current.state).toEqual({ status: 'idle' });
  });

  it.each(['unmount', 'pagehide'])('aborts on %s', (way) => {
    const { read, asked } = createRead();
    renderQuery({ read });

    act(() => {
      if (way === 'unmount') root.render(null);
      else dispatchEvent(new Event(way));
    });

    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('handles an event as `onEvent` returns', async () => {
    const { read, asked } = createRead();
    const onEvent: QueryOptions<string>['onEvent'] = ({ event }) => {
      if (event === 'rules.changed') return 'refresh';
      return event === 'profile.changed' ? { value: 'told' } : null;
    };
    const { result } = renderQuery({ read, options: { onEvent } });
    await asked[0]?.answer(ok('a'));

    send({ event: 'connections.changed' });
    expect(asked).toHaveLength(1);
    send(rulesChanged);
    expect(asked[1]?.isFresh).toBe(true);
    send(profileChanged);

    expect(result.current.state).toEqual({ status: 'ready', value: 'told', since: null });
    expect(asked[1]?.signal.aborted).toBe(true);
  });

  it('reads once for all events within the gap', () => {
    const { read, asked } = createRead();
    renderQuery({ read, options: { onEvent: () => 'reload', eventGapMs: 500 } });

    for (let times = 0; times < 5; times += 1) send(rulesChanged);
    expect(asked).toHaveLength(1);
    passTime(500);

    expect(asked).toHaveLength(2);
  });

  it('defers reloads for events until it is visible', () => {
    const { read, asked } = createRead();
    const options: QueryOptions<string> = {
      onEvent: ({ event }) => (event === 'rules.changed' ? 'refresh' : 'reload'),
    };
    const { show } = renderQuery({ read, options, isVisible: false });
    expect(asked).toHaveLength(1);

    send(rulesChanged);
    send(profileChanged);
    expect(asked).toHaveLength(1);
    show({ read, options, isVisible: true });

    expect(asked.slice(1).map(({ isFresh }) => isFresh)).toEqual([true]);
  });

  it('reloads on focus if `reloadsOnFocus` is set', () => {
    const { read, asked } = createRead();
    renderQuery({ read, options: { reloadsOnFocus: true } });

    act(() => void dispatchEvent(new Event('focus')));

    expect(asked).toHaveLength(2);
  });

  it.each([
    [unreachable, 2],
    [unauthorized, 1],
  ])(
    'retries when the service is reachable again after a transient error: %j',
    async (error, n) => {
      const { read, asked } = createRead();
      renderQuery({ read, options: { retriesWhenReachable: true } });
      await asked[0]?.answer(err(error));

      act(() => {
        dispatchEvent(new Event('online'));
        dispatchEvent(new Event('focus'));
        vi.advanceTimersByTime(1_000);
      });

      expect(asked).toHaveLength(n);
    },
  );

  it('changes the current value without aborting a read', async () => {
    const { read, asked } = createRead();
    const { result } = renderQuery({ read });
    act(() => result.current.set((value) => `${value}!`));
    expect(result.current.state.status).toBe('loading');
    await asked[0]?.answer(ok('a'));

    act(() => void result.current.reload());
    act(() => result.current.set((value) => `${value}!`));

    expect(result.current.state).toMatchObject({ status: 'ready', value: 'a!' });
    expect(asked[1]?.signal.aborted).toBe(false);
  });
});

describe('slowSeconds', () => {
  it('returns null until a read is slow', () => {
    expect(slowSeconds(1_000, 2_999)).toBeNull();
    expect(slowSeconds(1_000, 3_000)).toBe(2);
    expect(slowSeconds(null, 90_000)).toBeNull();
  });
});

describe('useCommand', () => {
  function renderCommand(perform: (input: string) => Promise<Result<string, AppError>>) {
    const result = {} as { current: Command<string, string> };
    function Probe() {
      const command = useCommand((_, input: string) => perform(input));
      useLayoutEffect(() => {
        result.current = command;
      });
      return null;
    }
    act(() =>
      root.render(
        <BridgeProvider value={bridge}>
          <Probe />
        </BridgeProvider>,
      ),
    );
    return result;
  }

  it('ignores calls while running, and returns the result', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<string, AppError>>();
    const perform = vi.fn<(input: string) => Promise<Result<string, AppError>>>(() => promise);
    const result = renderCommand(perform);

    let ran: Promise<unknown> = Promise.resolve();
    act(() => {
      ran = result.current.run('x');
    });
    await expect(result.current.run('x')).resolves.toBeNull();
    expect(result.current.state).toEqual({ status: 'running' });
    await act(async () => {
      resolve(ok('y'));
      await promise;
    });

    await expect(ran).resolves.toEqual(ok('y'));
    expect(perform.mock.calls).toEqual([['x']]);
    expect(result.current.state).toEqual({ status: 'done', value: 'y' });
  });

  it('keeps the error until reset', async () => {
    const result = renderCommand(() => Promise.resolve(err(unreachable)));

    await act(() => result.current.run('x'));
    expect(result.current.state).toEqual({ status: 'failed', error: unreachable });
    act(() => result.current.reset());

    expect(result.current.state).toEqual({ status: 'idle' });
  });

  it('can run again after a run threw', async () => {
    const result = renderCommand(() => Promise.reject(new Error('bug')));

    await act(() => expect(result.current.run('x')).rejects.toThrow('bug'));
    await act(() => expect(result.current.run('x')).rejects.toThrow('bug'));

    expect(result.current.state).toEqual({ status: 'idle' });
  });
});
