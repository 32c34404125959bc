import { describe, expect, it } from 'vitest';
import { createRequestLimiter } from './request-limiter.ts';

function limiterAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  return { clock, limiter: createRequestLimiter(clock, 3) };
}

describe('createRequestLimiter', () => {
  it('admits requests up to the limit', () => {
    const { limiter } = limiterAt(0);

    expect(['a', 'a', 'a', 'a', 'a'].map(limiter.admit)).toEqual([true, true, true, false, false]);
  });

  it('counts each credential separately', () => {
    const { limiter } = limiterAt(0);

    expect(['a', 'a', 'a', 'b', 'a', 'b'].map(limiter.admit)).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  it('never admits more than the limit within any minute', () => {
    const { clock, limiter } = limiterAt(1_000_000);
    const admitted: number[] = [];
    for (let step = 0; step < 400; step += 1) {
      clock.time += 700;
      if (limiter.admit('a')) admitted.push(clock.time);
    }

    const busiest = Math.max(
      ...admitted.map((from) => admitted.filter((at) => at >= from && at < from + 60_000).length),
    );
    expect(busiest).toBe(3);
    expect(admitted.length).toBeGreaterThan(12);
  });

  it('does not count rejected requests', () => {
    const { clock, limiter } = limiterAt(0);
    for (let count = 0; count < 10; count += 1) limiter.admit('a');

    clock.time = 60_000;

    expect(['a', 'a', 'a', 'a'].map(limiter.admit)).toEqual([true, true, true, false]);
  });

  it('admits requests after the clock is set back', () => {
    const { clock, limiter } = limiterAt(10_000_000);
    for (let count = 0; count < 3; count += 1) limiter.admit('a');

    clock.time = 0;

    expect(limiter.admit('a')).toBe(true);
  });

  it('keeps counting active credentials among very many', () => {
    const { clock, limiter } = limiterAt(0);
    for (let count = 0; count < 2000; count += 1) limiter.admit(`early ${count}`);
    clock.time = 70_000;
    for (let count = 0; count < 3; count += 1) limiter.admit('busy');
    for (let count = 0; count < 2000; count += 1) limiter.admit(`late ${count}`);

    expect(limiter.admit('busy')).toBe(false);
  });
});
