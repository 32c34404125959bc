/** Scores how well the words of an extracted text match the expected text. */

export type Score = { precision: number; recall: number; f1: number };

/** Returns precision, recall and F1 of the words, counted with repeats. */
export function scoreOf(found: string, wanted: string): Score {
  return scoreOfItems(wordsOf(found), wordsOf(wanted));
}

/** Returns precision, recall and F1 of words or runs of words, counted with repeats. */
export function scoreOfItems(found: readonly string[], wanted: readonly string[]): Score {
  const wantedCounts = counted(wanted);
  let shared = 0;
  for (const [item, count] of counted(found)) {
    shared += Math.min(count, wantedCounts.get(item) ?? 0);
  }
  const precision = ratio(shared, found.length);
  const recall = ratio(shared, wanted.length);
  return { precision, recall, f1: ratio(2 * precision * recall, precision + recall) };
}

/** Length of the runs of words that `shingleF1` compares. */
const shingleWords = 4;

/** Returns the F1 of the runs of four words, counted with repeats, which unlike single words depend on their order. */
export function shingleF1(found: string, wanted: string): number {
  const runsIn = (text: string) => runsOf(wordsOf(text), shingleWords);
  return scoreOfItems(runsIn(found), runsIn(wanted)).f1;
}

/** Returns each run of `length` adjacent words; all words as one run if there are fewer. */
export function runsOf(words: readonly string[], length: number): readonly string[] {
  const runs = Math.max(1, words.length - length + 1);
  return Array.from({ length: runs }, (_, at) => words.slice(at, at + length).join(' '));
}

/** Returns the share of snippets whose words appear consecutively in the text; null without snippets. */
export function shareFound(text: string, snippets: readonly string[]): number | null {
  if (snippets.length === 0) return null;
  const words = ` ${wordsOf(text).join(' ')} `;
  const found = snippets.filter((snippet) => words.includes(` ${wordsOf(snippet).join(' ')} `));
  return found.length / snippets.length;
}

/** Removes the syntax and the link targets from Markdown. Underscores stay: our Markdown marks emphasis with asterisks. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^()\\])*\)/g, '$1')
    .replace(/\]\((?:\\.|[^()\\\s])*\)/g, ' ')
    .replace(/^[\s>]*(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s)?/gm, '')
    .replace(/^[\s>]*`{3,}.*$/gm, '')
    .replace(/^\s*\|?(?:\s*:?-+:?\s*\|)+\s*$/gm, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~$])/g, '$1')
    .replace(/[*~`]+/g, '');
}

/** Splits into words like `\w+` in Python: letters and digits of any script, and underscores. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
