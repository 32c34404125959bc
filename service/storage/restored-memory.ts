import type { Containers } from './port/library.ts';

interface RestoredEntry {
  /** The id, name and description of the entry's Memory. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Finds the Memory of a bin entry by its id or by its name, or else creates it again with the id and reach it had. */
export async function memoryOf(
  { id, name, description }: RestoredEntry,
  {
    containers,
    now,
    restoreReach,
  }: { containers: Containers; now: string; restoreReach: () => Promise<void> },
): Promise<{ readonly id: string; readonly name: string }> {
  const known =
    (await containers.all()).find((memory) => memory.id === id) ?? (await containers.byName(name));
  if (known !== undefined) return { id: known.id, name: known.name };
  await containers.insert({ id, name, description, now });
  await restoreReach();
  return { id, name };
}
