/** The language the words of this folder are in, and how numbers and times are written in it. */

/** BCP 47, without a region. */
export const language = 'en';

/** Gives the person's own variety of the language, so that an exact date is written the way they write dates. */
export function locale(preferred: readonly string[] = navigator.languages): string {
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/**
 * Keeps a text that may run from right to left, or says that it does, from turning the sentence it is put into.
 * Any other text is given as it is.
 */
export function isolated(text: string): string {
  if (!turnsText.test(text)) return text;
  // One of these inside would end the isolation early.
  return `\u2068${text.replace(/[\u2066-\u2069]/gu, '')}\u2069`;
}

/** Letters of the scripts that run from right to left, and the marks that set a direction. */
const turnsText =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Picks the form for `count` and puts the number in place of `#`. */
export function counted(count: number, forms: Forms): string {
  const rule = new Intl.PluralRules(language).select(count);
  return (forms[rule] ?? forms.other).replace('#', new Intl.NumberFormat(locale()).format(count));
}

/** Writes names as one enumeration: “Reading, Work and Recipes”. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names.map(isolated));
}
