/** Twelve hues far enough apart to be told from one another; where they stand is in memory-chip.css. */
export const memoryHues = [28, 55, 85, 130, 160, 190, 225, 250, 280, 310, 335, 5] as const;

/** Gives a Memory's hue in degrees, the same for the same name on every surface. */
export function memoryHue(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name.normalize('NFC').toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // The low bits of this hash are the weak ones.
  const index = ((hash >>> 0) >>> 8) % memoryHues.length;
  return memoryHues[index] ?? memoryHues[0];
}
