/** Places in a list, as callers hold them. */

/** Writes the place after a row. */
export function writeCursor(seq: number): string {
  return `d${seq.toString(36)}`;
}

/** Reads a place; null for anything that was not written here. */
export function readCursor(cursor: string): number | null {
  if (!/^d[0-9a-z]{1,11}$/.test(cursor)) return null;
  const seq = parseInt(cursor.slice(1), 36);
  return writeCursor(seq) === cursor ? seq : null;
}
