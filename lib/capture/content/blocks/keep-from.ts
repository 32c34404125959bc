/** Says from what probability the blocks of a page are kept. */
import type { Block } from './page-blocks.ts';
import type { KindChances } from './page-kind.ts';

/** A block is worth keeping from half of the best match that can be hoped for. */
const shareOfBest = 0.5;

/** An article loses more by a stray block, documentation by a missing one. */
const shares: Readonly<Record<string, number>> = {
  article: 0.7,
  documentation: 0.4,
  forum: 0.55,
  product: 0.55,
};

const lowest = 0.2;

/**
 * Gives the best match that can be hoped for, from 0 to 1: the harmonic mean of precision and recall, were the likeliest
 * blocks kept and as much of them right as the probabilities say. `probabilities` has a place for each block.
 */
export function hopeOf(
  blocks: readonly Pick<Block, 'words'>[],
  probabilities: readonly number[],
): number {
  const falling = blocks
    .map(({ words }, at) => ({ words, probability: probabilities[at] ?? 0 }))
    .toSorted((a, b) => b.probability - a.probability);
  let expected = 0;
  for (const { words, probability } of falling) expected += words * probability;
  let best = 0;
  let kept = 0;
  let right = 0;
  for (const { words, probability } of falling) {
    kept += words;
    right += words * probability;
    best = Math.max(best, (2 * right) / Math.max(1, kept + expected));
  }
  return best;
}

/**
 * Gives the probability to keep from. Where the page is clear, half a chance is too little to keep a block by; where
 * the model doubts all of it, much less has to do. `kinds` says what the page is likely to be.
 */
export function keepFromOf(hope: number, kinds: KindChances): number {
  let share = shareOfBest;
  for (const [kind, chance] of kinds)
    share += chance * ((shares[kind] ?? shareOfBest) - shareOfBest);
  return Math.max(lowest, share * hope);
}
