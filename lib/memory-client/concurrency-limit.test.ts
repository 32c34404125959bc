import { describe, expect, it } from 'vitest';
import { settle } from './testing/manual-time.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Waits for a turn, adds `name` to `log`, and returns the release function. */
async function enterAs(
  name: string,
  line: ReturnType<typeof createConcurrencyLimit>,
  log: string[],
) {
  const leave = await line.enter(undefined);
  log.push(name);
  return leave;
}

describe('createConcurrencyLimit', () => {
  it('makes the third caller wait and serves callers in order', async () => {
    const line = createConcurrencyLimit(2);
    const log: string[] = [];
    const leaveFirst = await enterAs('first', line, log);
    await enterAs('second', line, log);
    const third = enterAs('third', line, log);
    const fourth = enterAs('fourth', line, log);
    await settle();
    expect(log).toEqual(['first', 'second']);

    leaveFirst?.();
    const leaveThird = await third;
    await settle();
    expect(log).toEqual(['first', 'second', 'third']);

    leaveThird?.();
    await fourth;
    expect(log).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('releases a turn once, no matter how many times it is called', async () => {
    const line = createConcurrencyLimit(1);
    const log: string[] = [];
    const leave = await enterAs('first', line, log);
    leave?.();
    leave?.();
    await enterAs('second', line, log);
    void enterAs('third', line, log);

    await settle();

    expect(log).toEqual(['first', 'second']);
  });

  it('forgets a caller that gave up waiting', async () => {
    const line = createConcurrencyLimit(1);
    const log: string[] = [];
    const leave = await enterAs('first', line, log);
    const controller = new AbortController();
    const impatient = line.enter(controller.signal);
    const patient = enterAs('patient', line, log);

    controller.abort();

    expect(await impatient).toBeNull();
    leave?.();
    await patient;
    expect(log).toEqual(['first', 'patient']);
  });

  it('gives no turn to a signal that is already aborted', async () => {
    const line = createConcurrencyLimit(1);

    expect(await line.enter(AbortSignal.abort())).toBeNull();
    expect(await line.enter(undefined)).toBeTypeOf('function');
  });

  it('keeps the turn of a caller whose signal aborts after it started', async () => {
    const line = createConcurrencyLimit(1);
    const log: string[] = [];
    const blocker = await line.enter(undefined);
    const controller = new AbortController();
    const entered = line.enter(controller.signal);
    blocker?.();
    const leave = await entered;

    void enterAs('next', line, log);
    controller.abort();
    await settle();

    expect(log).toEqual([]);
    leave?.();
    await settle();
    expect(log).toEqual(['next']);
  });
});
