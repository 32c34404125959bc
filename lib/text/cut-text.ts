/** Cuts what is too long to be kept or shown whole. */
import { serviceLimits } from '../contract/limits.ts';

/** Gives the first `length` characters at most (UTF-16 code units), well formed, and never half a character at the end. */
export function cutText(text: string, length: number): string {
  const start = text.slice(0, length);
  return (text.length > length ? start.replace(HALF_A_CHARACTER, '') : start).toWellFormed();
}

/** Gives as much of a title as a service takes: a page may write one of any length, and it is kept with its row. */
export function cutTitle(title: string): string {
  return cutText(title, serviceLimits.titleLength);
}

/** Gives the first `length` characters at most: up to a gap where one is near the end, and never half a character. */
export function cutBetweenWords(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = cutText(text, length);
  const gap = start.search(/\s\S*$/u);
  return (gap > length * 0.8 ? start.slice(0, gap) : start).trimEnd();
}

/** Gives a text that is too long as its first `length` characters at most, by {@link cutBetweenWords}, with the cut shown. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${cutBetweenWords(text, length)}…`;
}

const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;
