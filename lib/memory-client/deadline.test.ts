import { describe, expect, it } from 'vitest';
import { pause, runWithin } from './attempt.ts';
import { createManualTime, settle } from './testing/manual-time.ts';

/** Creates a signal that counts its listeners. */
function watchedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener) => {
    listeners.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    if (type === 'abort') listeners.delete(listener);
    remove(type, listener);
  };
  return { controller, signal, listeners };
}

describe('runWithin', () => {
  it.each([
    { name: 'done', work: () => Promise.resolve(1), by: 'done' },
    { name: 'out of time', work: () => new Promise<number>(() => undefined), by: 'timeout' },
  ])('leaves no timer and no listener behind when work is $name', async ({ work, by }) => {
    const time = createManualTime();
    const { signal, listeners } = watchedSignal();
    const running = runWithin(work, { sleep: time.sleep, timeoutMs: 10, signal });
    await settle();
    if (by === 'timeout') await time.pass(10);

    expect((await running).by).toBe(by);
    expect(time.running()).toBe(0);
    expect(listeners.size).toBe(0);
  });

  it('starts nothing if the signal is already aborted', async () => {
    const time = createManualTime();
    const { controller, signal } = watchedSignal();
    controller.abort();
    let isBegun = false;

    const ended = await runWithin(
      async () => {
        isBegun = true;
      },
      { sleep: time.sleep, timeoutMs: 10, signal },
    );

    expect(ended).toEqual({ by: 'abort' });
    expect(isBegun).toBe(false);
  });

  it('aborts the work’s signal on timeout', async () => {
    const time = createManualTime();
    let handed: AbortSignal | null = null;
    const running = runWithin(
      (signal) => {
        handed = signal;
        return new Promise(() => undefined);
      },
      { sleep: time.sleep, timeoutMs: 10, signal: undefined },
    );

    await time.pass(10);

    expect(await running).toEqual({ by: 'timeout' });
    expect(handed).toMatchObject({ aborted: true });
  });

  it('leaves no timer behind when the work throws', async () => {
    const time = createManualTime();

    const running = runWithin(() => Promise.reject(new Error('bug')), {
      sleep: time.sleep,
      timeoutMs: 10,
      signal: undefined,
    });

    await expect(running).rejects.toThrow('bug');
    expect(time.running()).toBe(0);
  });

  it('does not mistake a rejected sleep for a timeout', async () => {
    const { controller, signal } = watchedSignal();
    const running = runWithin(() => new Promise(() => undefined), {
      sleep: () => Promise.reject(new DOMException('ended', 'AbortError')),
      timeoutMs: 10,
      signal,
    });
    await settle();

    controller.abort();

    expect(await running).toEqual({ by: 'abort' });
  });
});

describe('pause', () => {
  it('returns whether the whole time passed', async () => {
    const time = createManualTime();
    const { controller, signal } = watchedSignal();
    const whole = pause(10, time.sleep, signal);
    await time.pass(10);
    const cut = pause(20, time.sleep, signal);
    controller.abort();

    expect(await whole).toBe(true);
    expect(await cut).toBe(false);
  });
});
