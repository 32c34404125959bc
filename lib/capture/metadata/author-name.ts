/** Tells the name of an author from what else stands on its line. */

/** A date with its day, what leads over to it, and all behind it. */
const fromDate =
  /[\s,;·•|–—-]*(?:\b(?:on|published|updated):?\s+)?(?:\d{4}-\d\d-\d\d|\d+[./]\d+[./]\d{2,4}|\d\d?\S{0,2} \p{L}+\S? \d{4}|\p{L}+\.? \d\d?\S{0,3} \d{4}).*$/iu;

/** It has a word that no name has, and ends like a sentence: not with the stop of `Jr.` or `Inc.` */
const sentence = /\s\p{Ll}{4,}\s.*\p{L}{4,}[.!?]$/u;

/** Gives the name in a line of collapsed white space, without `by` and the date; empty where it holds none. */
export function authorName(line: string): string {
  const name = line.replace(/^by:?\s+/i, '').replace(fromDate, '');
  return sentence.test(name) ? '' : name;
}
