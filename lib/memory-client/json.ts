/** Returns undefined if the JSON is invalid. Drops the error, whose message contains the text. */
export function anyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function readId(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function firstOf<T>(
  record: Record<string, unknown>,
  keys: readonly string[],
  read: (value: unknown) => T | null,
): T | null {
  for (const key of keys) {
    const found = Object.hasOwn(record, key) ? read(record[key]) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns a string, unless it's blank. Otherwise, returns the text at the first of `keys` with text, however deeply
 * nested, and joins the texts of an array with newlines.
 */
export function readText(value: unknown, keys: readonly string[]): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (Array.isArray(value)) {
    const parts = value.map((part) => readText(part, keys)).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join('\n');
  }
  return isRecord(value) ? firstOf(value, keys, (inner) => readText(inner, keys)) : null;
}

export function isDeeperThan(levels: number, value: unknown): boolean {
  let row: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    const nested = row.filter((item) => typeof item === 'object' && item !== null);
    if (nested.length === 0) return false;
    row = nested.flatMap((item) => Object.values(item));
  }
  return row.some((item) => typeof item === 'object' && item !== null);
}
