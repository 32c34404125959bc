/** Builds the link that opens a page at a passage (URL Fragment Text Directives, WICG). */
import { bestSentence, type Span } from './quotable.ts';
import { isUnspaced, wordsOf } from './words.ts';

export type PassageLink = {
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
