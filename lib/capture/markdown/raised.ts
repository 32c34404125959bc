/** Tells powers from other signs that are raised: marks of notes, endings of numbers, signs of trades. */

/** One sign or number. Other letters would be marks of notes or endings. */
const power = /^(?:[+\-−–]?\d+[+\-−]?|[+\-−nxyzkmijπ])$/u;

/** No word, range of notes (`a–c`) or short form (`c/o`): those have no letter that stands for a number, no sum, no digit. */
const formulaOfLetters = '(?!n/a$)(?!.*\\p{L}{3})(?=.*[nxyzkmij\\d+])';

/** What only brackets hold together: `n+1`, `1/2`, `2n`, `−kt`, `iπ`. Two numbers with a dash are notes from one to the other. */
const longPower = new RegExp(
  '^(?=[\\p{L}\\d()+\\-−–*/·^ ]{2,20}$)(?:' +
    [
      `${formulaOfLetters}(?:.*[^\\p{L}])?[A-Za-z\\p{Script=Greek}] ?[+\\-−–*/·] ?[\\p{L}\\d(].*`,
      '.*\\d ?[+*/·] ?[\\p{L}\\d(].*',
      '[+\\-−–]?\\d+[nxyzkmijt]',
      '[+\\-−–]\\p{L}{1,3}',
      '(?!\\p{Script=Greek}+$).*\\p{Script=Greek}.*',
    ].join('|') +
    ')$',
  'u',
);

/** Gives what a power is in one line; null for what is raised and no power. */
export function powerOf(words: string): string | null {
  if (power.test(words)) return `^${words}`;
  if (!longPower.test(words)) return null;
  const isHeld = /^\([^()]*\)$/.test(words);
  return isHeld ? `^${words}` : `^(${words})`;
}
