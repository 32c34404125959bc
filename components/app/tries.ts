/** Number of retries per save since the surface was opened, by id. The save retried last is at the end. */
export type Tries = ReadonlyMap<string, number>;

export function withTry(tries: Tries, id: string): Tries {
  const others = [...tries].filter(([known]) => known !== id);
  return new Map([...others, [id, (tries.get(id) ?? 0) + 1]]);
}
