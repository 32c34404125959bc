/** Cuts text without splitting surrogate pairs. */
import { serviceLimits } from '../contract/limits.ts';

/** Returns at most `length` UTF-16 code units, well formed. */
export function cutText(text: string, length: number): string {
  const start = text.slice(0, length);
  return (text.length > length ? start.replace(HALF_A_CHARACTER, '') : start).toWellFormed();
}

export function cutTitle(title: string): string {
  return cutText(title, serviceLimits.titleLength);
}

/** Returns at most `length` code units, cut at a space if there is one near the end. */
export function cutBetweenWords(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = cutText(text, length);
  const gap = start.search(/\s\S*$/u);
  return (gap > length * 0.8 ? start.slice(0, gap) : start).trimEnd();
}

/** Cuts text between words, appending an ellipsis if it was cut. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${cutBetweenWords(text, length)}…`;
}

/** Returns the first words on one line, cut between words if possible, with an ellipsis if text was left out. */
export function firstWords(text: string, length: number): string {
  const whole = text.trim();
  // Cut first, so that a long text isn't processed completely.
  const start = cutText(whole, length * 4);
  const line = start.replace(/\s+/g, ' ').trim();
  return start.length < whole.length && line.length <= length
    ? `${line}…`
    : shortened(line, length);
}

const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;
