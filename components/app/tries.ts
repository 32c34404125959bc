/** Counts how often each save was retried while a surface is open, so that the UI can show that something happened. */

/** By the id of the save, the last retried one at the end. */
export type Tries = ReadonlyMap<string, number>;

/** Adds one retry of a save. */
export function withTry(tries: Tries, id: string): Tries {
  const others = [...tries].filter(([known]) => known !== id);
  return new Map([...others, [id, (tries.get(id) ?? 0) + 1]]);
}
