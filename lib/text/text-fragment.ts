/** Builds the link that opens a page at a passage (URL Fragment Text Directives, WICG). */
type PassageLink = {
  url: string;
  /** Plain text: Markdown marks already taken off, one block of the page a line. */
  passage: string;
  /** The matched words in `passage`, `[start, end)` in UTF-16 code units. */
  marks: readonly Span[];
};

/** A sentence longer than this is named by its first and last words, which leaves room for what differs between. */
const longestQuoteWords = 9;
const edgeWords = 5;

/**
 * Gives the address of the page with a text directive for the sentence that holds most marked words. An address that
 * is not http(s), or a passage without a word, gives the address as it came.
 */
export function passageUrl({ url, passage, marks }: PassageLink): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return url;
  const sentence = bestSentence(passage, marks);
  if (sentence === null) return url;
  const [address = url] = url.split(':~:', 1);
  const hash = address.includes('#') ? '' : '#';
  return `${address}${hash}:~:text=${directiveOf(sentence)}`;
}

function directiveOf(sentence: string): string {
  const words = wordsOf(sentence);
  const { longest, edge } = isUnspaced(sentence)
    ? { longest: 2 * longestQuoteWords, edge: 2 * edgeWords }
    : { longest: longestQuoteWords, edge: edgeWords };
  if (words.length <= longest) return encoded(sentence);
  const startsAt = words.at(-edge)?.start ?? 0;
  const endsAt = words[edge - 1]?.end ?? sentence.length;
  return `${encoded(sentence.slice(0, endsAt))},${encoded(sentence.slice(startsAt))}`;
}

/** Beside what every fragment escapes, `-` and `,` divide the parts of a directive, `&` divides directives. */
function encoded(text: string): string {
  const flat = text.replace(/\s+/g, ' ').toWellFormed();
  return encodeURIComponent(flat).replace(/-/g, '%2D');
}

/** `[start, end)` in UTF-16 code units. */
type Span = readonly [number, number];

/** Cells of a table row stand on one line of the passage and are blocks on the page. */
const blockBreak = /[\n\t|]/g;

/** The end of a sentence, not of an abbreviation; in Chinese and Japanese no space follows. */
const sentenceEnd = /[.!?؟۔।…]+["'”’»)\]]*(?=\s+[^\s\p{Ll}])|[。！？｡]+[」』”’）]*/gu;

/**
 * Gives the sentence that holds most marked words, without the punctuation at its edges; the longer one where two hold
 * as many. Null where the passage has no word at all.
 */
function bestSentence(passage: string, marks: readonly Span[]): string | null {
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

type Word = { readonly start: number; readonly end: number };

const unspacedScripts =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Says whether words are written without spaces between them, as in Chinese, Japanese or Thai. */
function isUnspaced(text: string): boolean {
  return unspacedScripts.test(text);
}

/** Gives the words of a text in their order; in a text without spaces, those of the browser's own dictionary. */
function wordsOf(text: string): Word[] {
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
