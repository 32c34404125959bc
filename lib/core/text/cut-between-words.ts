/** Cuts what is too long to be shown whole. */

/** Gives the first `length` characters at most: up to a gap where one is near the end, and never half a character. */
export function cutBetweenWords(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length).replace(HALF_A_CHARACTER, '');
  const gap = start.search(/\s\S*$/u);
  return (gap > length * 0.8 ? start.slice(0, gap) : start).trimEnd();
}

const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;
