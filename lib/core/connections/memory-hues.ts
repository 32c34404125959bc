/** Which hue a Memory is drawn in, so that those of one home are told apart. Pure. */
import type { KeptMemory, MemoryChoice } from '../../contracts/settings.ts';
import { hash32 } from '../text/hash32.ts';

/** Where they stand is in `components/ui/memory-hue.ts`. */
export const hueCount = 12;

/** Has no factor in common with their number, so that it comes by each, and is far from a neighbour. */
const step = 5;

/** Gives the hue that a name leads to by itself, the same however it is written. */
export function hueOfName(name: string): number {
  return (hash32(name.normalize('NFC').toLowerCase()) >>> 8) % hueCount;
}

/**
 * Gives each Memory its hue: the one it had before, whatever it is called by now and whichever came or went, or else
 * one that no other has. Only where there are more Memories than hues do two share one.
 */
export function withHues(
  memories: readonly MemoryChoice[],
  before: readonly KeptMemory[],
): KeptMemory[] {
  const had = new Map(before.map(({ id, hue }) => [id, hue]));
  const taken = new Set(memories.map(({ id }) => had.get(id)));
  return memories.map((memory) => {
    let hue = had.get(memory.id);
    if (hue === undefined) {
      hue = hueOfName(memory.name);
      for (let tries = 0; taken.has(hue) && tries < hueCount; tries += 1) {
        hue = (hue + step) % hueCount;
      }
      taken.add(hue);
    }
    return { ...memory, hue };
  });
}
