/** Joins hits that stand next to each other in one document, so that a hit reads as a whole. */
import type { FoundPassage } from '../db/passages.ts';
import type { Candidate } from './rank.ts';

export interface Hit {
  /** The best of the passages that were joined. */
  readonly passage: FoundPassage;
  readonly text: string;
  readonly score: number;
}

/** In UTF-16 code units. */
const MAX_LENGTH = 1700;
/** Passages ranked lower than this many times the limit do not widen a hit. */
const REACH = 2;

/** Takes ranked candidates, best first, and gives at most `limit` hits in the same order, none overlapping. */
export function mergeAdjacent(ranked: readonly Candidate[], limit: number): Hit[] {
  const near = ranked.slice(0, Math.max(limit * REACH, 20));
  const free = new Map(near.map(({ passage }) => [placeOf(passage, 0), passage]));
  const hits: Hit[] = [];
  for (const { passage, score } of near) {
    if (hits.length === limit) break;
    if (!free.delete(placeOf(passage, 0))) continue;
    hits.push({ passage, text: join(takeAround(free, passage)), score });
  }
  return hits;
}

/** Takes the neighbours of a passage that are hits themselves, following ones first, while there is room. */
function takeAround(free: Map<string, FoundPassage>, passage: FoundPassage): FoundPassage[] {
  const taken = [passage];
  let length = passage.text.length;
  for (const step of [1, -1]) {
    for (let offset = step; ; offset += step) {
      const neighbour = free.get(placeOf(passage, offset));
      if (neighbour === undefined || length + neighbour.text.length > MAX_LENGTH) break;
      free.delete(placeOf(neighbour, 0));
      length += neighbour.text.length;
      if (step === 1) taken.push(neighbour);
      else taken.unshift(neighbour);
    }
  }
  return taken;
}

function join(passages: readonly FoundPassage[]): string {
  return passages.map(({ lead, text }, index) => (index === 0 ? text : lead + text)).join('');
}

function placeOf({ material, position }: FoundPassage, offset: number): string {
  return `${material}:${position + offset}`;
}
