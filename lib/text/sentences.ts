const SENTENCE_END =
  /[.!?\u2026\u061F\u06D4\u0964]["'\u201D\u2019)\]*_]{0,8}(?=\s)|[\u3002\uFF01\uFF1F]["'\u201D\u2019\u300D\u300F)\uFF09\]]{0,8}/gu;
/** Matches abbreviations such as `e.g.`, `Dr.` and `J.` */
const ABBREVIATION = /(?:^|[\s(])(?:\p{L}|\p{Lu}\p{Ll}{1,2}|[a-z]\.[a-z]|vs|cf|etc|approx)\.$/u;
const NEXT_IS_LOWER_CASE = /^\s+["'\u201C\u2018(]?\p{Ll}/u;

/** Returns the end of each sentence; the last is the end of the text. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    const isFullStop = match[0].startsWith('.');
    if (isFullStop && ABBREVIATION.test(text.slice(Math.max(0, match.index - 8), match.index + 1)))
      continue;
    if (isFullStop && NEXT_IS_LOWER_CASE.test(text.slice(end, end + 6))) continue;
    ends.push(end);
  }
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends;
}

/** Splits an overlong sentence at spaces, in pieces of at most `size`. */
export function cutEvery(text: string, size: number): number[] {
  const ends: number[] = [];
  for (let start = 0; text.length - start > size; start = ends.at(-1) ?? text.length) {
    const space = lastSpace(text, start, start + size);
    const cut = space > start + size / 2 ? space : start + size;
    ends.push(/[\uDC00-\uDFFF]/.test(text.charAt(cut)) ? cut - 1 : cut);
  }
  return [...ends, text.length];
}

/** Looks back over one piece at most, to stay linear. */
function lastSpace(text: string, from: number, to: number): number {
  for (let index = to; index > from; index -= 1) {
    if (/\s/.test(text.charAt(index - 1))) return index;
  }
  return from;
}
