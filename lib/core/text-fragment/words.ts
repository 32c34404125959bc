/** Words as the browser sees them: a text fragment is found only where it starts and ends at the edge of one. */

export type Word = { readonly start: number; readonly end: number };

const unspacedScripts =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Says whether words are written without spaces between them, as in Chinese, Japanese or Thai. */
export function isUnspaced(text: string): boolean {
  return unspacedScripts.test(text);
}

/** Gives the words of a text in their order; in a text without spaces, those of the browser's own dictionary. */
export function wordsOf(text: string): Word[] {
  return isUnspaced(text) ? segmented(text) : spaced(text);
}

function spaced(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]\S*/gu)].map((match) => {
    const word = match[0].replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
    return { start: match.index, end: match.index + word.length };
  });
}

function segmented(text: string): Word[] {
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of new Intl.Segmenter(undefined, {
    granularity: 'word',
  }).segment(text)) {
    if (isWordLike === true) words.push({ start: index, end: index + segment.length });
  }
  return words;
}
