import { describe, expect, it } from 'vitest';
import { createRequestLimiter } from './request-limiter.ts';

function limiterAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  const limiter = createRequestLimiter(clock, 3);
  /** Counts a request of each credential, whose ids are single letters. */
  const admitAll = (ids: string) => Promise.all(Array.from(ids, limiter.admit));
  return { clock, limiter, admitAll };
}

describe('createRequestLimiter', () => {
  it('admits requests up to the limit', async () => {
    const { admitAll } = limiterAt(0);

    expect(await admitAll('aaaaa')).toEqual([true, true, true, false, false]);
  });

  it('counts each credential separately', async () => {
    const { admitAll } = limiterAt(0);

    expect(await admitAll('aaabab')).toEqual([true, true, true, true, false, true]);
  });

  it('never admits more than the limit within any minute', async () => {
    const { clock, limiter } = limiterAt(1_000_000);
    const admitted: number[] = [];
    for (let step = 0; step < 400; step += 1) {
      clock.time += 700;
      if (await limiter.admit('a')) admitted.push(clock.time);
    }

    const busiest = Math.max(
      ...admitted.map((from) => admitted.filter((at) => at >= from && at < from + 60_000).length),
    );
    expect(busiest).toBe(3);
    expect(admitted.length).toBeGreaterThan(12);
  });

  it('does not count rejected requests', async () => {
    const { clock, admitAll } = limiterAt(0);
    await admitAll('a'.repeat(10));

    clock.time = 60_000;

    expect(await admitAll('aaaa')).toEqual([true, true, true, false]);
  });

  it('admits requests after the clock is set back', async () => {
    const { clock, admitAll } = limiterAt(10_000_000);
    await admitAll('aaa');

    clock.time = 0;

    expect(await admitAll('a')).toEqual([true]);
  });

  it('keeps counting active credentials among very many', async () => {
    const { clock, limiter } = limiterAt(0);
    for (let count = 0; count < 2000; count += 1) await limiter.admit(`early ${count}`);
    clock.time = 70_000;
    for (let count = 0; count < 3; count += 1) await limiter.admit('busy');
    for (let count = 0; count < 2000; count += 1) await limiter.admit(`late ${count}`);

    expect(await limiter.admit('busy')).toBe(false);
  });
});
