/** Caches the result for each key. Create one cache per page, so that the page's elements can be released. */
export function memoized<K, V>(of: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? of(key);
    known.set(key, value);
    return value;
  };
}
