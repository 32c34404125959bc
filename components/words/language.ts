/** The language the words of this folder are in, and how numbers and times are written in it. */

/** BCP 47, without a region. */
export const language = 'en';

/** Gives the person's own variety of the language, so that an exact date is written the way they write dates. */
export function locale(preferred: readonly string[] = navigator.languages): string {
  return preferred.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Picks the form for `count` and puts the number in place of `#`. */
export function counted(count: number, forms: Forms): string {
  const rule = new Intl.PluralRules(language).select(count);
  return (forms[rule] ?? forms.other).replace('#', new Intl.NumberFormat(locale()).format(count));
}

/** Writes names as one enumeration: “Reading, Work and Recipes”. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
