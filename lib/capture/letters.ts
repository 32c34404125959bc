/**
 * Tells letters and digits of every script. A browser takes up to a millisecond to get a class of Unicode ready, and a
 * page is read once: so text in Latin letters, which most pages are in, is told by ranges.
 */

/** Signs, punctuation and Latin letters, of which those in `latin` are the letters and digits. */
const simple = /^[\0-\u00A9\u00AB-\u00B1\u00C0-\u024F\u2000-\u206F]*$/;
const latin = /[0-9A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F]/;
const latinRuns = new RegExp(`${latin.source}+`, 'g');

/** In Latin text the words between spaces and dashes, each from its first letter or digit: signs alone are none. */
export const latinWords = new RegExp(`${latin.source}[^\\s—–…]*`, 'g');

/** Says whether the text is in Latin letters, or in none. */
export function isLatin(text: string): boolean {
  return simple.test(text);
}

/** Says whether there is a letter or a digit in the text. */
export function hasLetterOrDigit(text: string): boolean {
  return latin.test(text) || (!simple.test(text) && /[\p{L}\p{N}]/u.test(text));
}

/** Says whether there is a letter in the text. */
export function hasLetter(text: string): boolean {
  return /[A-Za-z]/.test(text) || /\p{L}/u.test(text);
}

/** Gives the runs of letters and digits. */
export function runsOf(text: string): readonly string[] {
  return text.match(simple.test(text) ? latinRuns : /[\p{L}\p{N}]+/gu) ?? [];
}

/** Says whether a text ends in the middle of a word if more letters follow: not so in scripts without cases. */
export function endsInWord(text: string): boolean {
  // A sign beyond the first plane is two units.
  const last = text.slice(-2);
  return simple.test(last) ? latinLetter.test(last.slice(-1)) : /[^\P{L}\p{Lo}]$/u.test(last);
}

/** Says whether a text begins with a letter of a script with cases. */
export function beginsInWord(text: string): boolean {
  const first = text.slice(0, 2);
  return simple.test(first) ? latinLetter.test(first.slice(0, 1)) : /^[^\P{L}\p{Lo}]/u.test(first);
}

/** Without the few among them that have no case. */
const latinLetter = /[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u01BA\u01BC-\u01BF\u01C4-\u024F]/;
