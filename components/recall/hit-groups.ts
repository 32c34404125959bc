/** Hits by what they are passages of, and how the further ones of a page join them. Pure. */
import type { RecallHit } from '../../lib/contracts/recall.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';

export type HitGroup = {
  key: string;
  /** The most relevant passage of the page or note. */
  best: RecallHit;
  /** The others, most relevant first. */
  others: readonly RecallHit[];
};

/** Groups hits by page or note, in the order of the best passage of each. */
export function groupHits(hits: readonly RecallHit[]): readonly HitGroup[] {
  const groups = new Map<string, RecallHit[]>();
  for (const hit of hits) {
    const key = keyOf(hit);
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  return [...groups].flatMap(([key, [best, ...others]]) =>
    best === undefined ? [] : [{ key, best, others }],
  );
}

/**
 * Joins what was found in the page since to the passages that are shown. Asked for more, a service may join neighbours
 * it gave apart before: a passage that holds ones that are shown takes the place of the first of them. `added` counts
 * those that say something new.
 */
export function joinPassages(
  shown: readonly RecallHit[],
  found: readonly RecallHit[],
): { passages: readonly RecallHit[]; added: number } {
  let passages = [...shown];
  let added = 0;
  for (const { key, ...hit } of found) {
    if (passages.some(({ passage }) => holds(passage, hit.passage))) continue;
    added += 1;
    const first = passages.find(({ passage }) => holds(hit.passage, passage));
    // Beside those that are shown, whose keys are of another answer.
    const further = { ...hit, key: `more-${key}` };
    passages =
      first === undefined
        ? [...passages, further]
        : passages.flatMap((one) => {
            if (one === first) return [further];
            return holds(hit.passage, one.passage) ? [] : [one];
          });
  }
  return { passages, added };
}

/** Gives the id of the Memory of this name; null where there is none, or more than one. */
export function memoryIdOf(name: string, memories: readonly MemoryChoice[]): string | null {
  const [only, ...others] = memories.filter((memory) => memory.name === name);
  return only === undefined || others.length > 0 ? null : only.id;
}

function keyOf({ key, kind, memory, sourceId }: RecallHit): string {
  return sourceId === undefined ? key : JSON.stringify([kind, memory, sourceId]);
}

function holds(whole: string, part: string): boolean {
  return flat(whole).includes(flat(part));
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
