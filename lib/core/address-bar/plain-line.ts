/** Makes one short line of a text from elsewhere, which can neither turn, hide nor break what stands around it. Pure. */

/** Marks that set a direction, characters without a width, and what no markup may hold. */
const unseen =
  /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

/** Gives the text on one line, at most `length` characters of it as a person counts them, and a sign that it was cut. */
export function plainLine(text: string, length: number): string {
  // Looked at no further than it can matter: a title may be as long as its page likes.
  const line = text
    .slice(0, length * 16)
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= length) return line;
  let kept = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    line,
  )) {
    // One that is piled up of many marks is as wide as it likes: it counts for all of them.
    count += Math.max(1, Math.ceil(segment.length / 8));
    if (count > length) return `${kept.trimEnd()}…`;
    kept += segment;
  }
  return kept;
}
