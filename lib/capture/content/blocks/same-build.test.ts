import { describe, expect, it } from 'vitest';
import { leanOnBuild } from './same-build.ts';

const shapeOf = (blocks: number) => ({
  blocks,
  words: 0,
  linkWords: 0,
  articleWords: 0,
  long: 0,
});

describe('leanOnBuild', () => {
  it('moves each of many blocks of one build half of the way to their mean', () => {
    const posts = shapeOf(8);
    const own = [1, 1, 1, 1, 1, 1, 0.6, 0.2];

    const leaning = leanOnBuild(
      Array.from(own, () => posts),
      own,
    );

    expect(leaning.map((each) => each.toFixed(3))).toEqual([
      ...Array.from({ length: 6 }, () => '0.925'),
      '0.725',
      '0.525',
    ]);
  });

  it('leaves the few of another build, though they be as many together', () => {
    const [one, other] = [shapeOf(7), shapeOf(1)];
    const shapes = [...Array.from({ length: 7 }, () => one), other];
    const own = [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1, 0.3];

    expect(leanOnBuild(shapes, own)).toEqual(own);
  });
});
