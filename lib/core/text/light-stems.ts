/** Light stemming by script: the commonest endings go, as long as a recognisable word is left. */

/**
 * Takes the ending off a Latin word that says number, gender or case in many languages: *libro, libri*; *Frau, Frauen*;
 * *skog, skogen*. It knows no language, since a term has to be the same whatever language a query is in.
 */
export function withoutLatinEnding(word: string): string {
  return word.replace(FRENCH_PLURAL, '').replace(LATIN_ENDING, '');
}

/** The article and the commonest endings. */
export function stemArabic(word: string): string {
  let rest = word.startsWith('و') && word.length > 3 ? word.slice(1) : word;
  const prefix = ARABIC_PREFIXES.find((form) => word.startsWith(form) || rest.startsWith(form));
  if (prefix !== undefined) {
    const from = word.startsWith(prefix) ? word : rest;
    if (from.length - prefix.length >= 2) rest = from.slice(prefix.length);
  }
  for (const suffix of ARABIC_SUFFIXES) {
    if (rest.endsWith(suffix) && rest.length - suffix.length >= 2)
      rest = rest.slice(0, -suffix.length);
  }
  return rest;
}

/** Case and number of nouns and adjectives, as Russian writes them; its neighbours share most of these. */
export function stemCyrillic(word: string): string {
  return word.replace(CYRILLIC_ENDING, '');
}

const LATIN_ENDING = /(?<=^.{4,})(?:[aeo]rna|ar|[aeiouy])$|(?<=^.{3,})en$/;
/** The plural of French words in -au and -eu. */
const FRENCH_PLURAL = /(?<=^.{2,}[ae]u)x$/;

const ARABIC_PREFIXES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

const CYRILLIC_ENDING = new RegExp(
  `(?<=^.{3,})(?:${[
    'иями|ьями|ами|ями|ыми|ими|ого|его|ому|ему|иях|ьях|иям|ьям|ией',
    'ая|яя|ое|ее|ые|ие|ый|ий|ой|ей|ую|юю|ых|их|ым|им|ом|ем|ам|ям|ах|ях|ов|ев|ия|ии|ию|ья|ье|ью',
    '[аеиоуыюяьй]',
  ].join('|')})$`,
);
