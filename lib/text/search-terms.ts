import { parseQuery, wantedText } from './search-query.ts';
import { forEachSegment, unitsOf } from './segments.ts';
import { stopWordsAmong, tellingStretches } from './stop-words.ts';
import { pushRuns, RUN_LENGTHS, tokenize, wordForms, type Token } from './tokenize.ts';

/**
 * Returns the terms of a query, without stop words unless nothing else is left. For scripts without spaces, only the
 * longest indexed runs are used, because shorter ones match too much.
 */
export function searchTerms(query: string): string[] {
  const wanted: Wanted[] = [];
  forEachSegment(query, ({ kind, text }) => {
    wanted.push(kind === 'word' ? wordOf(text) : runsOf(text, RUN_LENGTHS[kind][1]));
  });
  const words = wanted.flatMap(({ folded }) => folded ?? []);
  const stopped = stopWordsAmong(words, !OTHER_THAN_ENGLISH.test(query));
  const telling = wanted.flatMap(({ folded, telling: terms }) =>
    folded !== undefined && stopped.has(folded) ? [] : terms,
  );
  const terms = telling.length > 0 ? telling : wanted.flatMap(({ all }) => all);
  return [...new Set(terms)];
}

/**
 * Returns matches of a query as `[start, end)`, ascending, without overlaps: its words and phrases, compounds that begin
 * or end with one of its words, and words that begin with the one being typed.
 */
export function matchRanges(text: string, query: string): [start: number, end: number][] {
  const wanted = wantedText(parseQuery(query, 0));
  const terms = new Set(searchTerms(wanted));
  const typed = /\p{L}$/u.test(wanted) ? ([...terms].at(-1) ?? '') : '';
  const parts = [...terms].filter((term) => term.length >= MIN_PART);
  const ranges: [start: number, end: number][] = [];
  if (terms.size === 0) return ranges;

  function isMatch(term: string): boolean {
    if (terms.has(term) || (typed.length >= MIN_PREFIX && term.startsWith(typed))) return true;
    return (
      term.length >= MIN_COMPOUND &&
      parts.some((part) => term.startsWith(part) || term.endsWith(part))
    );
  }

  for (const { term, start, end } of tokenize(text)) {
    if (!isMatch(term)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}

/** Minimum lengths of terms. Shorter parts often mean something else, such as "car" in "carpet". */
export const MIN_PREFIX = 3;
export const MIN_PART = 5;
export const MIN_COMPOUND = 9;

interface Wanted {
  readonly folded?: string;
  readonly telling: readonly string[];
  readonly all: readonly string[];
}

const OTHER_THAN_ENGLISH = /[[\p{L}\p{M}]--[a-z]]/iv;

function wordOf(text: string): Wanted {
  const { folded, term } = wordForms(text);
  const terms = term === '' ? [] : [term];
  return { folded, telling: terms, all: terms };
}

function runsOf(run: string, length: number): Wanted {
  const runs = (text: string) => {
    const tokens: Token[] = [];
    pushRuns(tokens, unitsOf(text, 0), [length]);
    return tokens.map(({ term }) => term);
  };
  return { telling: tellingStretches(run).flatMap(runs), all: runs(run) };
}
