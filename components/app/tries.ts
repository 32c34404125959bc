/** Retries of each save while the surface is open, by id; the last retried is at the end. */
export type Tries = ReadonlyMap<string, number>;

export function withTry(tries: Tries, id: string): Tries {
  const others = [...tries].filter(([known]) => known !== id);
  return new Map([...others, [id, (tries.get(id) ?? 0) + 1]]);
}
