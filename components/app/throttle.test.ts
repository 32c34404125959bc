import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createThrottle', () => {
  it('runs once, at the end of the gap', () => {
    const work = vi.fn<() => void>();
    const throttle = createThrottle(work, 500);

    for (let times = 0; times < 10; times += 1) throttle.trigger();
    vi.advanceTimersByTime(499);
    throttle.trigger();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);

    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs again when triggered later', () => {
    const work = vi.fn<() => void>();
    const throttle = createThrottle(work, 500);
    throttle.trigger();
    vi.advanceTimersByTime(500);

    throttle.trigger();
    vi.advanceTimersByTime(500);

    expect(work).toHaveBeenCalledTimes(2);
  });

  it('doesn’t run if canceled', () => {
    const work = vi.fn<() => void>();
    const throttle = createThrottle(work, 500);
    throttle.trigger();

    throttle.cancel();
    vi.advanceTimersByTime(500);

    expect(work).not.toHaveBeenCalled();
  });
});
