import { describe, expect, it } from 'vitest';
import { ok } from '../../lib/contract/result.ts';
import { createTurns } from './agent.ts';

/** Creates work that runs until the test completes it. */
function openWork() {
  const gate = Promise.withResolvers<void>();
  const work = async () => {
    await gate.promise;
    return ok('done');
  };
  return { work, letGo: gate.resolve, breakOff: gate.reject };
}

const done = { ok: true, value: 'done' };
const busy = { ok: false, error: { kind: 'busy', details: { max_concurrent_turns: 2 } } };

describe('the turns of an account', () => {
  it('are limited to two at once', async () => {
    const turns = createTurns(2);
    const [first, second, third] = [openWork(), openWork(), openWork()];
    const running = [turns.take('a', first.work), turns.take('a', second.work)];

    expect(await turns.take('a', third.work)).toMatchObject(busy);

    first.letGo();
    expect(await running[0]).toEqual(done);
    third.letGo();
    expect(await turns.take('a', third.work)).toEqual(done);
    second.letGo();
    expect(await running[1]).toEqual(done);
  });

  it('are counted per account', async () => {
    const turns = createTurns(2);
    const [first, second, third] = [openWork(), openWork(), openWork()];
    const running = [turns.take('a', first.work), turns.take('a', second.work)];
    third.letGo();

    expect(await turns.take('b', third.work)).toEqual(done);
    first.letGo();
    second.letGo();
    await Promise.all(running);
  });

  it('are released once, when they are aborted', async () => {
    const turns = createTurns(1);
    const [aborted, next] = [openWork(), openWork()];
    const caller = new AbortController();
    const first = turns.take('a', aborted.work, caller.signal);
    expect(await turns.take('a', next.work)).toMatchObject({ ok: false });

    caller.abort();
    const second = turns.take('a', next.work);
    aborted.letGo();
    await first;

    expect(await turns.take('a', next.work)).toMatchObject({ ok: false });
    next.letGo();
    expect(await second).toEqual(done);
  });

  it('are released if the work throws', async () => {
    const turns = createTurns(1);
    const broken = openWork();
    broken.breakOff(new Error('broken'));

    await expect(turns.take('a', broken.work)).rejects.toThrow('broken');

    const next = openWork();
    next.letGo();
    expect(await turns.take('a', next.work)).toEqual(done);
  });
});
