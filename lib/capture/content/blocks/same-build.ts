/** Lets blocks of one build lean on each other: what repeats on a page is kept or left out together. */
import type { Shape } from './block-surroundings.ts';

/** Fewer blocks of one build are no row of posts, cards or paragraphs. */
const fewestBlocks = 8;

/** So much of a block's own probability gives way to the mean of its like. */
const shareOfAll = 0.5;

/** Gives the probabilities anew; `shapes` has for each block that of its build, the same for all blocks of it. */
export function leanOnBuild(
  shapes: readonly Shape[],
  probabilities: readonly number[],
): readonly number[] {
  const sums = new Map<Shape, number>();
  for (const [at, shape] of shapes.entries()) {
    sums.set(shape, (sums.get(shape) ?? 0) + (probabilities[at] ?? 0));
  }
  return probabilities.map((probability, at) => {
    const shape = shapes[at];
    if (shape === undefined || shape.blocks < fewestBlocks) return probability;
    const mean = (sums.get(shape) ?? 0) / shape.blocks;
    return probability + shareOfAll * (mean - probability);
  });
}
