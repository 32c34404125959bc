/** Reads a calendar day from text, such as `3. März 2025`. */

import { letterPattern } from '../words.ts';

/** Matches dates with a year: ISO, Chinese, Japanese or Korean, numeric, and with the name of the month. */
const forms: readonly RegExp[] = [
  /(?<![\d-])(?<year>(?:19|20)\d\d)(?<by>[-/.])(?<month>\d\d?)\k<by>(?<day>\d\d?)(?!\d)/,
  /(?<year>(?:19|20)\d\d)\s?[年년]\s?(?<month>\d\d?)\s?[月월]\s?(?<day>\d\d?)/,
  /(?<![\d./-])(?<first>\d\d?)(?<by>[./-])\s?(?<second>\d\d?)\k<by>\s?(?<year>(?:19|20)\d\d|\d\d(?![\d.:/]))/,
  letterPattern(
    /(?<!\d)(?<day>\d\d?)(?:st|nd|rd|th|er|[.º°])?[\s-]+(?:(?:de|of)\s+)?(?<name>\p{L}{3,})\.?,?[\s-]+(?:del?\s+)?(?<year>(?:19|20)\d\d)/u,
  ),
  letterPattern(
    /(?<!\p{L})(?<!\d)(?<name>\p{L}{3,})\.?\s+(?<day>\d\d?)(?:st|nd|rd|th)?,?\s+(?<year>(?:19|20)\d\d)/u,
  ),
];

/** Returns the first date in the text as `2025-03-03`. `language` decides the order of `3/4/2025` and names the months. */
export function dayIn(text: string, language: string | null): string | null {
  if (!/\d/.test(text)) return null;
  const matches = forms
    .map((form) => form.exec(text))
    .filter((match) => match !== null)
    .toSorted((a, b) => a.index - b.index);
  for (const { groups = {} } of matches) {
    const day = dayOf(groups, language);
    if (day !== null) return day;
  }
  return null;
}

function dayOf(groups: Readonly<Record<string, string>>, language: string | null): string | null {
  const { year = '', month, name, day, first = '', second = '', by } = groups;
  const fullYear = Number(year.length === 2 ? `20${year}` : year);
  if (name !== undefined) return validDay(fullYear, monthOf(name, language), Number(day));
  if (month !== undefined) return validDay(fullYear, Number(month), Number(day));
  const dayFirst = validDay(fullYear, Number(second), Number(first));
  const monthFirst = validDay(fullYear, Number(first), Number(second));
  const isMonthFirst = by === '/' && /^en(?:-US)?$|^$/i.test(language ?? '');
  return isMonthFirst ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
}

function validDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isValid = month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isValid ? date.toISOString().slice(0, 10) : null;
}

/**
 * The months in common languages: many pages use English names, and templates often declare English for other languages.
 * Written out, because asking the browser for each of these languages takes longer than the rest of the metadata.
 */
const commonMonths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'en january february march april may june july august september october november december',
    'de januar februar märz april mai juni juli august september oktober november dezember',
    'fr janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'es enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'it gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'pt janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  ].map((line) => {
    const [language = '', ...months] = line.split(' ');
    return [language, months];
  }),
);

/** Returns the number of a month given by name or abbreviation; 0 for another word. */
function monthOf(name: string, language: string | null): number {
  const [own] = /^[a-z]{2,3}(?![a-z])/i.exec(language ?? '') ?? [];
  const sought = name.toLowerCase();
  for (const each of new Set([own ?? 'en', ...Object.keys(commonMonths)])) {
    // Abbreviations are the first letters.
    const months = commonMonths[each];
    const at =
      months?.findIndex((full) => full.startsWith(sought)) ??
      monthNames(each).findIndex((names) => names.some((full) => full.startsWith(sought)));
    if (at !== -1) return at + 1;
  }
  return 0;
}

const knownNames = new Map<string, readonly (readonly string[])[]>();

/** Returns the names of each month, in the form they have in dates. */
function monthNames(language: string): readonly (readonly string[])[] {
  const known = knownNames.get(language);
  if (known !== undefined) return known;
  const formats = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' }),
  );
  const names = Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => {
      const parts = format.formatToParts(Date.UTC(2001, month, 15));
      return (
        parts
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase()
          .replace('.', '') ?? ''
      );
    }),
  );
  knownNames.set(language, names);
  return names;
}
