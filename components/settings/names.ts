import { memoryNameKey } from '../../lib/core/text/memory-name.ts';

/** Says whether a Memory has this name already: names that look alike are one. */
export function isTaken(name: string, memories: readonly { name: string }[]): boolean {
  const wanted = memoryNameKey(name);
  return memories.some((memory) => memoryNameKey(memory.name) === wanted);
}
