type PassageLink = {
  url: string;
  /** Plain text, one line per block of the page. */
  passage: string;
  /** Matched words in `passage`, `[start, end)` in UTF-16 code units. */
  marks: readonly Span[];
};

/** Links identify longer sentences by their two ends. */
const longestQuoteWords = 9;
const edgeWords = 5;

/** Links to the sentence with the most matches (WICG text directives). URLs other than http(s) are unchanged. */
export function passageUrl({ url, passage, marks }: PassageLink): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return url;
  const sentence = bestSentence(passage, marks);
  if (sentence === null) return url;
  const [address = url] = url.split(':~:', 1);
  const hash = address.includes('#') ? '' : '#';
  return `${address}${hash}:~:text=${directiveOf(sentence)}`;
}

function directiveOf(sentence: string): string {
  const isUnspaced = unspacedScripts.test(sentence);
  const words = isUnspaced ? segmented(sentence) : spaced(sentence);
  const factor = isUnspaced ? 2 : 1;
  const longest = factor * longestQuoteWords;
  const edge = factor * edgeWords;
  if (words.length <= longest) return encoded(sentence);
  const [startsAt = 0] = words.at(-edge) ?? [];
  const [, endsAt = sentence.length] = words[edge - 1] ?? [];
  return `${encoded(sentence.slice(0, endsAt))},${encoded(sentence.slice(startsAt))}`;
}

/** Encodes text for a directive, in which `-`, `,` and `&` are syntax. */
function encoded(text: string): string {
  const flat = text.replace(/\s+/g, ' ').toWellFormed();
  return encodeURIComponent(flat).replace(/-/g, '%2D');
}

type Span = readonly [number, number];
/** Cells of a table row are on one line of the passage, but are blocks on the page. */
const blockBreak = /[\n\t|]/g;
/** A period before a lowercase word is part of an abbreviation. In Chinese and Japanese, no space follows. */
const sentenceEnd = /[.!?؟۔।…]+["'”’»)\]]*(?=\s+[^\s\p{Ll}])|[。！？｡]+[」』”’）]*/gu;

/** Returns the sentence with the most matches, preferring longer sentences, without punctuation at its edges. */
function bestSentence(passage: string, marks: readonly Span[]): string | null {
  let best: { text: string; score: number } | null = null;
  for (const line of pieces(passage, [0, passage.length], blockBreak)) {
    for (const span of pieces(passage, line, sentenceEnd)) {
      const text = withoutEdges(passage.slice(span[0], span[1]));
      if (text === '') continue;
      // Length counts less than a match: a one-word heading appears in many places, a long sentence in one.
      const score = distinctMarks(passage, marks, span) + Math.min(text.length, 60) / 100;
      if (best === null || score > best.score) best = { text, score };
    }
  }
  return best?.text ?? null;
}

/** Splits a span after each match of a pattern. */
function* pieces(text: string, [start, end]: Span, boundary: RegExp): Generator<Span> {
  let from = start;
  for (const match of text.slice(start, end).matchAll(boundary)) {
    const to = start + match.index + match[0].length;
    yield [from, to];
    from = to;
  }
  yield [from, end];
}

/** Counts different matched words, because repeated words don't identify a place better. */
function distinctMarks(passage: string, marks: readonly Span[], [start, end]: Span): number {
  const inside = marks.filter(([from, to]) => from >= start && to <= end);
  return new Set(inside.map(([from, to]) => passage.slice(from, to).toLowerCase())).size;
}

/** Removes punctuation at the edges, which often differs on the page. */
function withoutEdges(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
}

const unspacedScripts =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

function spaced(text: string): Span[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]\S*/gu), ({ 0: run, index }) => {
    const word = run.replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
    return [index, index + word.length];
  });
}

function segmented(text: string): Span[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike === true);
  return words.map(({ segment, index }) => [index, index + segment.length]);
}
