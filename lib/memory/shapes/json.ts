/** First steps into JSON whose shape the contract leaves open. */

/** Whether the value is a JSON object: not null and no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as it came: a string as itself, all else as JSON text. */
export function asItCame(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Reads an identifier: a string that is not empty, or a number written as one. */
export function readId(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The first of the record's fields that gives something. */
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
 * Reads words: a string, or the first of `keys` that holds them, however deep; the parts of an array follow each other
 * on lines of their own. Null where there are none.
 */
export function readWords(value: unknown, keys: readonly string[]): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (Array.isArray(value)) {
    const parts = value.map((part) => readWords(part, keys)).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join('\n');
  }
  return isRecord(value) ? firstOf(value, keys, (inner) => readWords(inner, keys)) : null;
}

/** Whether arrays and objects lie in each other deeper than `levels`. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let row: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    row = row.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter(isNested) : [],
    );
    if (row.length === 0) return false;
  }
  return true;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
