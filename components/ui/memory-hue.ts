/** Twelve hues far enough apart to be told from one another, in degrees; where they are used is in memory-chip.css. */
export const memoryHues = [28, 55, 85, 130, 160, 190, 225, 250, 280, 310, 335, 5] as const;
