/** How often each save was tried again while a surface is open, which shows that something was done. Pure. */

/** By the id of the save, the one tried last at the end. */
export type Tries = ReadonlyMap<string, number>;

/** Gives the tries with one more of a save. */
export function withTry(tries: Tries, id: string): Tries {
  const others = [...tries].filter(([known]) => known !== id);
  return new Map([...others, [id, (tries.get(id) ?? 0) + 1]]);
}
