/** Makes hits of ranked passages: neighbours of one document are joined, and no document crowds out the others. */
import type { FoundPassage } from '../db/passages.ts';
import type { Candidate } from './read-candidate.ts';

export interface Hit {
  /** The best of the passages that were joined. */
  readonly passage: FoundPassage;
  readonly text: string;
  readonly score: number;
}

/** In UTF-16 code units. */
const MAX_LENGTH = 1700;
/** Passages ranked lower than this many times the limit neither are hits nor widen one. */
const REACH = 2;
/** Each further hit of the same document counts this much less than the one before. */
const REPEAT = 0.8;

/** Takes ranked candidates, best first, and gives at most `limit` hits, best first, none overlapping. */
export function hitsOf(ranked: readonly Candidate[], limit: number): Hit[] {
  const near = ranked.slice(0, Math.max(limit * REACH, 20));
  const free = new Map(near.map(({ passage }) => [placeOf(passage, 0), passage]));
  const hitsPerDocument = new Map<number, number>();
  const hits: Hit[] = [];
  for (const { passage, score } of near) {
    if (!free.delete(placeOf(passage, 0))) continue;
    const repeats = hitsPerDocument.get(passage.material) ?? 0;
    hitsPerDocument.set(passage.material, repeats + 1);
    hits.push({ passage, text: join(takeAround(free, passage)), score: score * REPEAT ** repeats });
  }
  return hits.toSorted((a, b) => b.score - a.score).slice(0, limit);
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
