import { findNamed } from '../../lib/core/text/memory-name.ts';

/** Says whether a Memory has this name already: names that look alike are one. */
export function isTaken(name: string, memories: readonly { name: string }[]): boolean {
  return findNamed(name, memories) !== undefined;
}
