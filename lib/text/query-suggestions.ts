/** Suggests how to complete a query (search-query.ts) while it's typed. */
import { materialTypes, type MaterialType, parseQuery, type QueryPart } from './search-query.ts';

const filterOperators = ['site', 'in', 'type', 'tag', 'saved', 'after', 'before'] as const;
type FilterOperator = (typeof filterOperators)[number];

type Completion = { readonly text: string } & (
  | { readonly kind: 'operator'; readonly name: FilterOperator }
  | { readonly kind: 'type'; readonly name: MaterialType }
  /** `name` is what `text` stands for, such as “last month”. */
  | { readonly kind: 'memory' | 'site' | 'date'; readonly name: string }
);

/** `text` replaces `[start, end)` of the query, in UTF-16 code units. */
export type QuerySuggestion = Completion & { readonly start: number; readonly end: number };

interface SuggestionContext {
  /** Names of the person's Memories. */
  readonly memories: readonly string[];
  readonly hosts: readonly string[];
  /** The language of dates in words (BCP 47). English is always understood too. */
  readonly language: string;
  /** In milliseconds since the epoch. Dates are days in the person's time zone. */
  readonly now: number;
}

const mostSuggestions = 6;

/** Suggests completions for the part of the query at the caret (in UTF-16 code units). */
export function querySuggestions(
  query: string,
  caret: number,
  context: SuggestionContext,
): QuerySuggestion[] {
  const parts = parseQuery(query, context.now);
  const at = parts.findIndex(({ start, end }) => start < caret && caret <= end);
  const part = parts[at];
  if (part === undefined || isInQuotes(query.slice(0, caret))) return [];
  const [lead = '', operator] = LEAD.exec(query.slice(part.start, part.end)) ?? [];
  const range = { start: part.start + lead.length, end: part.end };
  if (caret < range.start) return [];
  const typed = query.slice(range.start, range.end);
  const completions =
    operator === undefined ? operatorsFor(typed) : valuesFor(operator, typed, context);
  const date = dateInWords(parts.slice(0, at + 1), context);
  return [...(date === null ? [] : [date]), ...completions.map((each) => ({ ...each, ...range }))]
    .filter(({ text: wanted }) => wanted.toLowerCase() !== typed.toLowerCase())
    .slice(0, mostSuggestions);
}

/** The minus sign and operator before the text to complete. */
const LEAD = /^[-\uFF0D]?(?:(\p{L}{2,6})[:\uFF1A])?/u;
/** Matches a part whose quote is still open. */
const OPEN_QUOTE =
  /^[-\uFF0D]?(?:\p{L}{2,6}[:\uFF1A])?(?:"[^"]*|\u201C[^\u201C\u201D]*|\u201E[^\u201C-\u201E]*)$/u;

function isInQuotes(before: string): boolean {
  return parseQuery(before, 0).some(({ start, end }) => OPEN_QUOTE.test(before.slice(start, end)));
}

function operatorsFor(typed: string): Completion[] {
  if (!/^\p{L}{2,}$/u.test(typed)) return [];
  return filterOperators
    .filter((name) => name.startsWith(typed.toLowerCase()))
    .map((name) => ({ kind: 'operator', name, text: `${name}:` }));
}

function valuesFor(operator: string, typed: string, context: SuggestionContext): Completion[] {
  const begins = (name: string) => folded(name).startsWith(folded(typed));
  switch (operator.toLowerCase()) {
    case 'site':
      return context.hosts
        .filter((host) => `.${host}`.includes(`.${typed.toLowerCase()}`))
        .map((name) => ({ kind: 'site', name, text: name }));
    case 'in':
      return context.memories.filter(begins).flatMap((name) => {
        const text = memoryValue(name);
        return text === undefined ? [] : [{ kind: 'memory', name, text }];
      });
    case 'type':
      return materialTypes.filter(begins).map((name) => ({ kind: 'type', name, text: name }));
    case 'saved':
    case 'after':
    case 'before':
      return dateValues(operator.toLowerCase(), context)
        .filter(({ name, text }) => begins(text) || begins(name))
        .map((date) => ({ kind: 'date', ...date }));
    default:
      return [];
  }
}

/** Returns a Memory's name, in quotes if a query needs them; undefined if no query can contain it. */
function memoryValue(name: string): string | undefined {
  return [name, `"${name}"`, `\u201C${name}\u201D`].find((value) => {
    const [part, ...others] = parseQuery(`in:${value}`, 0);
    return part?.kind === 'in' && part.memory === name && others.length === 0;
  });
}

interface NamedDate {
  readonly name: string;
  readonly text: string;
}

function dateValues(operator: string, { language, now }: SuggestionContext): NamedDate[] {
  const names = relativeNames(language);
  const days = (count: number): NamedDate => ({
    name:
      operator === 'saved'
        ? new Intl.NumberFormat(language, dayCount).format(count)
        : names.format(-count, 'day'),
    text: `${count}d`,
  });
  const period = (unit: Period, offset: Offset): NamedDate => ({
    name: names.format(offset, unit),
    text: periodValue(unit, offset, now),
  });
  return [
    period('day', 0),
    period('day', -1),
    days(7),
    days(30),
    period('month', 0),
    period('year', 0),
    period('month', -1),
    period('year', -1),
  ];
}

const dayCount = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;

/** Recognizes a date in words at the end of `parts`, such as “last week”. */
function dateInWords(
  parts: readonly QueryPart[],
  { language, now }: SuggestionContext,
): QuerySuggestion | null {
  for (const { name, text } of [language, 'en'].flatMap((each) => relativeFilters(each, now))) {
    for (const phrase of [folded(name), withoutArticle(folded(name))]) {
      const words = parts.slice(-phrase.split(' ').length);
      const [first] = words;
      const last = words.at(-1);
      if (first === undefined || last === undefined || joined(words) !== phrase) continue;
      return { kind: 'date', name, text, start: first.start, end: last.end };
    }
  }
  return null;
}

/** Returns null unless all parts are plain words. */
function joined(parts: readonly QueryPart[]): string | null {
  const words = parts.flatMap((part) =>
    part.kind === 'word' && !part.isExcluded ? [folded(part.text)] : [],
  );
  return words.length === parts.length ? words.join(' ') : null;
}

/** People rarely type the article of phrases such as “la semaine dernière”. */
function withoutArticle(phrase: string): string {
  return phrase.replace(/^\p{L}{1,2}[' ](?=\S+ )/u, '');
}

function relativeFilters(language: string, now: number): NamedDate[] {
  const names = relativeNames(language);
  return (['day', 'week', 'month', 'year'] as const).flatMap((unit) =>
    ([0, -1] as const).map((offset) => ({
      name: names.format(offset, unit),
      text: unit === 'week' ? weekFilter(offset, now) : `saved:${periodValue(unit, offset, now)}`,
    })),
  );
}

function relativeNames(language: string): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
}

type Period = 'day' | 'month' | 'year';
/** 0 is the current period, -1 the previous. */
type Offset = 0 | -1;

function periodValue(unit: Period, offset: Offset, now: number): string {
  if (unit === 'day') return offset === 0 ? 'today' : 'yesterday';
  const today = new Date(now);
  const year = today.getFullYear();
  if (unit === 'year') return String(year + offset);
  return dayText(new Date(year, today.getMonth() + offset)).slice(0, 7);
}

/** Weeks begin on Monday. */
function weekFilter(offset: Offset, now: number): string {
  const today = new Date(now);
  const monday = today.getDate() - ((today.getDay() + 6) % 7) + 7 * offset;
  const day = (date: number) => dayText(new Date(today.getFullYear(), today.getMonth(), date));
  return offset === 0 ? `after:${day(monday)}` : `saved:${day(monday)}..${day(monday + 6)}`;
}

/** Formats a day in the person's time zone like 2026-11-27. */
function dayText(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((number) => String(number).padStart(2, '0'))
    .join('-');
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('\u2019', "'").toLowerCase();
}
