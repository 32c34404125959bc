import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGathering } from './gathering.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a gathering', () => {
  it('does the work once for all that was noted in a gap, and at its end', () => {
    const work = vi.fn<() => void>();
    const gathering = createGathering(work, 500);

    for (let times = 0; times < 10; times += 1) gathering.note();
    vi.advanceTimersByTime(499);
    gathering.note();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);

    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('does it again for what is noted later', () => {
    const work = vi.fn<() => void>();
    const gathering = createGathering(work, 500);
    gathering.note();
    vi.advanceTimersByTime(500);

    gathering.note();
    vi.advanceTimersByTime(500);

    expect(work).toHaveBeenCalledTimes(2);
  });

  it('leaves it undone once it is stopped', () => {
    const work = vi.fn<() => void>();
    const gathering = createGathering(work, 500);
    gathering.note();

    gathering.stop();
    vi.advanceTimersByTime(500);

    expect(work).not.toHaveBeenCalled();
  });
});
