/** The Memories of a home that are offered, out of what its service lists. */
import type { MemoryChoice } from '../../contracts/settings.ts';

/** More than a person chooses from; a service that lists more would fill what every surface reads first. */
const mostMemories = 1_000;

export function memoryChoices(listed: readonly MemoryChoice[]): MemoryChoice[] {
  return listed.slice(0, mostMemories).map(({ id, name }) => ({ id, name }));
}
