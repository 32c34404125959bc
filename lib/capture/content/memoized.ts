/** Remembers the result for each key. Use it per page, so that its elements are released with it. */
export function memoized<K, V>(of: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? of(key);
    known.set(key, value);
    return value;
  };
}
