/** Finds the words of a passage that a text fragment can quote: within one block, holding most of the marks. */

/** `[start, end)` in UTF-16 code units. */
export type Span = readonly [number, number];

/** Cells of a table row stand on one line of the passage and are blocks on the page. */
const blockBreak = /[\n\t|]/g;

/** The end of a sentence, not of an abbreviation; in Chinese and Japanese no space follows. */
const sentenceEnd = /[.!?؟۔।…]+["'”’»)\]]*(?=\s+[^\s\p{Ll}])|[。！？｡]+[」』”’）]*/gu;

/**
 * Gives the sentence that holds most marked words, without the punctuation at its edges; the longer one where two hold
 * as many. Null where the passage has no word at all.
 */
export function bestSentence(passage: string, marks: readonly Span[]): string | null {
  let best: { text: string; score: number } | null = null;
  for (const line of pieces(passage, [0, passage.length], blockBreak)) {
    for (const span of pieces(passage, line, sentenceEnd)) {
      const text = withoutEdges(passage.slice(span[0], span[1]));
      if (text === '') continue;
      const score = distinctMarks(passage, marks, span) + lengthBonus(text);
      if (best === null || score > best.score) best = { text, score };
    }
  }
  return best?.text ?? null;
}

/** Cuts a stretch after each match; a match of a block break is white space or a bar and falls to the edges. */
function pieces(text: string, [start, end]: Span, boundary: RegExp): Span[] {
  const found: Span[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(boundary)) {
    const to = start + match.index + match[0].length;
    found.push([from, to]);
    from = to;
  }
  found.push([from, end]);
  return found;
}

/** The same word twice says no more about the place than once. */
function distinctMarks(passage: string, marks: readonly Span[], [start, end]: Span): number {
  const inside = marks.filter(([from, to]) => from >= start && to <= end);
  return new Set(inside.map(([from, to]) => passage.slice(from, to).toLowerCase())).size;
}

/** Below one mark: a heading of one word is found in many places, a sentence of eight words in one. */
function lengthBonus(text: string): number {
  return Math.min(text.length, 60) / 100;
}

/** List markers, quotation marks and full stops are the likeliest to differ from the page. */
function withoutEdges(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
}
