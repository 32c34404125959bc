/** What of a query is looked for, and where it stands in a text that was found. */
import { forEachSegment, unitsOf } from './segments.ts';
import { stopWordsAmong } from './stop-words.ts';
import { pushRuns, tokenize, wordForms, type Token } from './tokenize.ts';

/**
 * Lists the distinct terms of a query in their order.
 *
 * Stop words are left out unless nothing else is left. Ideographs ask for their pairs, and scripts without spaces for
 * their triples: the longest runs that are indexed, since shorter ones match too much.
 */
export function searchTerms(query: string): string[] {
  const wanted: { readonly folded: string; readonly term: string }[] = [];
  forEachSegment(query, (segment) => {
    if (segment.kind === 'ideographs') wanted.push(...longestRuns(segment, 2));
    else if (segment.kind === 'unspaced') wanted.push(...longestRuns(segment, 3));
    else wanted.push(wordForms(segment.text));
  });
  const stopped = stopWordsAmong(wanted.map(({ folded }) => folded));
  const telling = wanted.filter(({ folded }) => !stopped.has(folded));
  const terms = (telling.length > 0 ? telling : wanted).map(({ term }) => term);
  return [...new Set(terms)].filter((term) => term !== '');
}

/** Finds the stretches of a text that a query's terms match: `[start, end)`, ascending, never overlapping. */
export function matchRanges(text: string, query: string): [start: number, end: number][] {
  const terms = new Set(searchTerms(query));
  const ranges: [start: number, end: number][] = [];
  if (terms.size === 0) return ranges;
  for (const { term, start, end } of tokenize(text)) {
    if (!terms.has(term)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

function longestRuns(segment: { text: string; start: number }, length: number) {
  const tokens: Token[] = [];
  pushRuns(tokens, unitsOf(segment.text, segment.start), [length]);
  return tokens.map(({ term }) => ({ folded: term, term }));
}
