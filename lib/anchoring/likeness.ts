import search from 'approx-string-match';
import type { Place } from './text-index.ts';

/** Shorter quotes must match exactly. */
export const shortestFuzzy = 16;
/** Longer quotes are found by their two ends. */
export const longestFuzzy = 1024;
export const endLength = 256;

/** Returns how many letters of a quote can differ in a match. */
export function errorBound(length: number): number {
  return length < shortestFuzzy || length > longestFuzzy ? 0 : Math.min(64, Math.floor(length / 5));
}

/** Finds up to `most` occurrences, including overlapping ones. */
export function occurrencesOf(words: string, text: string, most: number): number[] {
  const found: number[] = [];
  if (words === '') return found;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    found.push(at);
    if (found.length === most) break;
  }
  return found;
}

type Match = Place & { errors: number };

/** Finds the most similar matches within the bound, without overlaps. */
export function nearestTo(words: string, text: string, bound: number): Match[] {
  const apart: Match[] = [];
  for (const match of search(text, words, bound)) {
    const last = apart.at(-1);
    if (last === undefined || match.start >= last.end) apart.push(match);
  }
  return apart;
}

/** Returns the Levenshtein distance; Infinity over the bound. */
export function distanceOf(one: string, other: string, bound: number): number {
  if (Math.abs(one.length - other.length) > bound) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    let least = line;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one.charCodeAt(line - 1) === other.charCodeAt(column - 1);
      const cost = Math.min(
        (row[column - 1] ?? 0) + (isSame ? 0 : 1),
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
      );
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > bound) return Infinity;
    row = next;
  }
  const distance = row[other.length] ?? 0;
  return distance > bound ? Infinity : distance;
}
