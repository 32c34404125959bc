import { describe, expect, it } from 'vitest';
import { createPace, giveTurn } from './pace.ts';

describe('createPace', () => {
  it.each([
    ['none within a stretch', [0, 10, 39], 0],
    ['one after a stretch', [0, 40], 1],
    ['one a stretch', [0, 50, 60, 95, 105], 2],
  ])('gives turns: %s', async (_, times, expected) => {
    let turns = 0;
    const [first = 0, ...later] = times;
    let now = first;
    const pace = createPace(
      () => now,
      async () => void turns++,
    );

    for (const time of later) {
      now = time;
      // oxlint-disable-next-line no-await-in-loop -- one stretch after the other
      await pace();
    }

    expect(turns).toBe(expected);
  });
});

describe('giveTurn', () => {
  it('lets what waits come first', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other work'));

    for (let turn = 0; turn < 50 && order.length === 0; turn++) {
      // oxlint-disable-next-line no-await-in-loop -- one turn after the other
      await giveTurn();
    }
    order.push('capture');

    expect(order).toEqual(['other work', 'capture']);
  });
});
