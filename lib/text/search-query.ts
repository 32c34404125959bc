/**
 * The query language of search (docs/search.md): words, `"exact phrases"` and filters such as `site:example.org`, each
 * excluded by a minus sign before it. Whatever isn't well-formed counts as words, so every text is a query.
 */

/** The types of saved material that `type:` accepts. */
export const materialTypes = ['page', 'note', 'highlight', 'pdf'] as const;
export type MaterialType = (typeof materialTypes)[number];

/** The operators that a service with this query language announces. */
export const searchOperators = [
  'phrase',
  'exclude',
  'site',
  'in',
  'type',
  'tag',
  'saved',
  'after',
  'before',
] as const;

type Meaning =
  | { readonly kind: 'word' | 'phrase'; readonly text: string }
  /** Matches a host and its subdomains; without a dot, any host with this label. */
  | { readonly kind: 'site'; readonly site: string }
  /** Matches a Memory by its name. */
  | { readonly kind: 'in'; readonly memory: string }
  | { readonly kind: 'type'; readonly type: MaterialType }
  | { readonly kind: 'tag'; readonly tag: string }
  /** Matches the time of saving: from `from` (inclusive) to `to` (exclusive), in milliseconds since the epoch. */
  | { readonly kind: 'saved'; readonly from: number | null; readonly to: number | null };

/** A part of a query at `[start, end)`, in UTF-16 code units. */
export type QueryPart = Meaning & {
  readonly start: number;
  readonly end: number;
  readonly isExcluded: boolean;
};

/** A phrase in any of these kinds of quotation marks. */
const QUOTE = String.raw`"[^"]*"|\u201C[^\u201C\u201D]*\u201D|\u201E[^\u201C-\u201E]*[\u201C\u201D]`;
/** A closing quote must end a word, so that inches as in `6" pipe, 4" valve` aren't a phrase. */
const ENDS = String.raw`(?=[\s)\]},.;:!?\u3001\u3002]|$)`;
const PART = new RegExp(
  String.raw`([-\uFF0D]?)(?:(${QUOTE})${ENDS}|(\p{L}{2,6})[:\uFF1A](${QUOTE}|[^\s"\u201C]\S*)|\S+)`,
  'gu',
);

/** Where days begin. */
type Zone = 'utc' | 'local';

/** Parses a query. Dates are days in `zone`, unless they have a time zone of their own. `now` is in milliseconds. */
export function parseQuery(query: string, now: number, zone: Zone = 'utc'): QueryPart[] {
  return Array.from(query.matchAll(PART), (match) => {
    const [whole, minus, quote, operator, value] = match;
    const place = { start: match.index, end: match.index + whole.length };
    const meant = meaningOf({ quote, operator, value, at: { now, zone } });
    // In "-5", the minus sign is part of the number.
    const isExcluded = minus !== '' && (meant !== null || /^.\p{L}/u.test(whole));
    const text = isExcluded ? whole.slice(1) : whole;
    return { ...(meant ?? { kind: 'word', text }), ...place, isExcluded };
  });
}

/** Whether a query has no operators. */
export function hasOnlyWords(parts: readonly QueryPart[]): boolean {
  return parts.every(({ kind, isExcluded }) => kind === 'word' && !isExcluded);
}

/** Returns the words and phrases that aren't excluded, which decide the ranking. */
export function wantedText(parts: readonly QueryPart[]): string {
  return parts.flatMap((part) => ('text' in part && !part.isExcluded ? [part.text] : [])).join(' ');
}

interface Found {
  readonly quote: string | undefined;
  readonly operator: string | undefined;
  readonly value: string | undefined;
  readonly at: Today;
}

interface Today {
  readonly now: number;
  readonly zone: Zone;
}

function meaningOf({ quote, operator, value, at }: Found): Meaning | null {
  if (quote !== undefined) {
    const text = unquoted(quote);
    return HAS_LETTER_OR_DIGIT.test(text) ? { kind: 'phrase', text } : null;
  }
  return operator === undefined || value === undefined
    ? null
    : filterOf(operator.toLowerCase(), unquoted(value), at);
}

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function unquoted(text: string): string {
  return /^["\u201C\u201E]/.test(text) ? text.slice(1, -1).trim() : text;
}

function filterOf(operator: string, value: string, at: Today): Meaning | null {
  switch (operator) {
    case 'site': {
      const site = siteIn(value);
      return site === null ? null : { kind: 'site', site };
    }
    case 'in':
      return HAS_LETTER_OR_DIGIT.test(value) ? { kind: 'in', memory: value } : null;
    case 'tag':
      return HAS_LETTER_OR_DIGIT.test(value) ? { kind: 'tag', tag: value.replace(/^#/, '') } : null;
    case 'type': {
      const type = materialTypes.find((known) => known === value.toLowerCase().replace(/s$/, ''));
      return type === undefined ? null : { kind: 'type', type };
    }
    case 'saved':
    case 'after':
    case 'before': {
      const period = operator === 'saved' ? rangeOf(value, at) : periodOf(value, at);
      if (period === null) return null;
      const { from, to } = period;
      if (operator === 'saved') return { kind: 'saved', from, to };
      return operator === 'after'
        ? { kind: 'saved', from, to: null }
        : { kind: 'saved', from: null, to: from };
    }
    default:
      return null;
  }
}

/** Reads a host from `example.org`, `www.example.org/path` or a URL. Lookalike letters become punycode. */
function siteIn(value: string): string | null {
  // As a URL, a number is an IP address.
  if (/^\d+$/.test(value)) return value;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `https://${value}`;
  const host =
    URL.parse(address)
      ?.hostname.replace(/^www\./, '')
      .replace(/\.$/, '') ?? '';
  return HAS_LETTER_OR_DIGIT.test(host) ? host : null;
}

/** In milliseconds since the epoch, from `from` (inclusive) to `to` (exclusive). */
interface Period {
  readonly from: number;
  readonly to: number | null;
}

const DAY = 86_400_000;
const DAYS_IN = { d: 1, w: 7, m: 30, y: 365 } as const;
const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

/** Reads a period, or a range such as `2026-11-01..2026-11-15`, which includes both periods. */
function rangeOf(value: string, at: Today): Period | null {
  const [first = '', last, ...others] = value.split('..');
  const start = periodOf(first, at);
  if (last === undefined || start === null) return start;
  if (others.length > 0) return null;
  const end = periodOf(last, at);
  return end === null ? null : { from: start.from, to: end.to ?? end.from };
}

/** Reads `2026`, `2026-11`, `2026-11-27`, a date with a time and a time zone, `today`, `yesterday`, or `7d`. */
function periodOf(value: string, { now, zone }: Today): Period | null {
  const text = value.toLowerCase();
  if (text === 'today' || text === 'yesterday') {
    const [year, monthIndex, today] = dateOf(zone, now);
    const day = text === 'today' ? today : today - 1;
    return {
      from: startOf(zone, [year, monthIndex, day]),
      to: startOf(zone, [year, monthIndex, day + 1]),
    };
  }
  const [, count, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  if (count !== undefined)
    return { from: now - Number(count) * DAY * DAYS_IN[unitOf(unit)], to: null };
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year !== undefined) return calendarPeriod(zone, Number(year), { month, day });
  const moment = /^\d{4}-\d\d-\d\dt[\d:.]+(?:z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(value)
    : NaN;
  return Number.isNaN(moment) ? null : { from: moment, to: null };
}

function unitOf(letter: string | undefined): keyof typeof DAYS_IN {
  return letter === 'w' || letter === 'm' || letter === 'y' ? letter : 'd';
}

interface MonthAndDay {
  readonly month: string | undefined;
  readonly day: string | undefined;
}

function calendarPeriod(zone: Zone, year: number, { month, day }: MonthAndDay): Period | null {
  const monthIndex = month === undefined ? 0 : Number(month) - 1;
  const date = day === undefined ? 1 : Number(day);
  const from = startOf(zone, [year, monthIndex, date]);
  // JavaScript reads February 30 as March 2.
  if (year === 0 || dateOf(zone, from).join() !== [year, monthIndex, date].join()) return null;
  if (day !== undefined) return { from, to: startOf(zone, [year, monthIndex, date + 1]) };
  const to =
    month === undefined
      ? startOf(zone, [year + 1, 0, 1])
      : startOf(zone, [year, monthIndex + 1, 1]);
  return { from, to };
}

type CalendarDay = [year: number, monthIndex: number, day: number];

function dateOf(zone: Zone, at: number): CalendarDay {
  const date = new Date(at);
  return zone === 'utc'
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];
}

/** Unlike `Date.UTC` and the constructor, doesn't read the years 0 to 99 as 1900 to 1999. */
function startOf(zone: Zone, day: CalendarDay): number {
  const date = new Date(0);
  if (zone === 'utc') return date.setUTCFullYear(...day);
  date.setHours(0, 0, 0, 0);
  return date.setFullYear(...day);
}
