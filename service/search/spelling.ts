/** The letters to try for each script. Terms are folded, so Latin letters have no accents. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґўђѓјљњћќџ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  'ءآأؤإئابتثجحخدذرزسشصضطظعغفقكلمنهوي',
];
/** Shorter terms have too many neighbors with other meanings. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 24;

/**
 * Returns the terms within one edit of a term: a letter too many, too few, or wrong, or two adjacent ones swapped. The
 * first letter stays, because people rarely get it wrong (Pollock and Zamora, "Automatic spelling correction", 1984).
 */
export function neighborsOf(term: string): string[] {
  if (term.length < MIN_LENGTH || term.length > MAX_LENGTH) return [];
  const letters = alphabets.find((known) => known.includes(term.charAt(0)));
  if (letters === undefined) return [];
  const neighbors = new Set<string>();
  for (let at = 1; at <= term.length; at += 1) {
    const [before, after] = [term.slice(0, at), term.slice(at + 1)];
    const letter = term.charAt(at);
    for (const other of letters) {
      neighbors.add(before + other + letter + after);
      if (letter !== '') neighbors.add(before + other + after);
    }
    if (letter === '') continue;
    neighbors.add(before + after);
    if (after !== '') neighbors.add(before + after.charAt(0) + letter + after.slice(1));
  }
  neighbors.delete(term);
  return [...neighbors];
}
