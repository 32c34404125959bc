import { describe, expect, it } from 'vitest';
import { createYieldIfDue, yieldToEventLoop } from './cooperative-yield.ts';

describe('createYieldIfDue', () => {
  it.each([
    ['not within a time slice', [0, 10, 39], 0],
    ['once after a time slice', [0, 40], 1],
    ['once per time slice', [0, 50, 60, 95, 105], 2],
  ])('yields %s', async (_, times, expected) => {
    let turns = 0;
    const [first = 0, ...later] = times;
    let now = first;
    const yieldIfDue = createYieldIfDue(
      () => now,
      async () => void turns++,
    );

    for (const time of later) {
      now = time;
      await yieldIfDue();
    }

    expect(turns).toBe(expected);
  });
});

describe('yieldToEventLoop', () => {
  it('resolves after tasks already queued', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other work'));

    for (let turn = 0; turn < 50 && order.length === 0; turn++) {
      await yieldToEventLoop();
    }
    order.push('capture');

    expect(order).toEqual(['other work', 'capture']);
  });
});
