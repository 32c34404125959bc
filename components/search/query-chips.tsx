import './query-chips.css';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { language, locale, t } from '../../lib/i18n/i18n.ts';
import { parseQuery, type QueryPart } from '../../lib/text/search-query.ts';

type QueryChipsProps = {
  query: string;
  /** In milliseconds since the epoch. */
  now: number;
  /** Called with the rest of the query when a chip is removed. */
  onChange: (query: string) => void;
  /** Called when a chip is removed and there is no next chip to focus. */
  onFocusLost: () => void;
};

/** Shows each filter, phrase and exclusion of a query as a chip, which removes it when clicked. */
export function QueryChips({ query, now, onChange, onFocusLost }: QueryChipsProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const parts = parseQuery(query, now, 'local').filter(
    ({ kind, isExcluded }) => kind !== 'word' || isExcluded,
  );
  if (parts.length === 0) return null;

  const remove = (index: number, part: QueryPart) => {
    flushSync(() => onChange(withoutPart(query, part)));
    const next = listRef.current?.querySelectorAll('button')[index];
    if (next === undefined) onFocusLost();
    else next.focus();
  };
  return (
    <ul ref={listRef} className="query-chips" aria-label={t('search_chips_label')}>
      {parts.map((part, index) => {
        const filter = chipText(part, now);
        const name = t('search_chips_remove', { filter });
        return (
          // The distance from the end stays the same when an earlier part is removed. If the next chip reused the focused
          // element of the removed chip, screen readers wouldn't announce it.
          <li key={query.length - part.start}>
            <button
              type="button"
              className="query-chip"
              aria-label={name}
              title={name}
              onClick={() => remove(index, part)}
            >
              <span className="query-chip-text" dir="auto">
                {filter}
              </span>
              <X size={13} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the query without a part and one adjacent space. */
export function withoutPart(
  query: string,
  { start, end }: Pick<QueryPart, 'start' | 'end'>,
): string {
  const before = query.slice(0, start);
  const after = query.slice(end);
  return /\s$/u.test(before) ? before.slice(0, -1) + after : before + after.replace(/^\s/u, '');
}

export function chipText(part: QueryPart, now: number): string {
  switch (part.kind) {
    case 'word':
    case 'phrase': {
      const { kind, text } = part;
      const words = kind === 'phrase' ? t('search_chips_phrase', { phrase: text }) : text;
      return part.isExcluded ? t('search_chips_without', { words }) : words;
    }
    case 'site':
      return filterText(part, 'site', part.site);
    case 'in':
      return filterText(part, 'in', part.memory);
    case 'type':
      return filterText(part, 'type', t(`search_types_${part.type}`));
    case 'tag':
      return filterText(part, 'tag', part.tag);
    case 'saved':
      return savedText(part, now);
  }
}

type Filter = Exclude<QueryPart['kind'], 'word' | 'phrase'> | 'after' | 'before';

function filterText(
  { isExcluded }: Pick<QueryPart, 'isExcluded'>,
  filter: Filter,
  value: string,
): string {
  return t('search_chips_filter', {
    name: t(`search_operators_${filter}`),
    value: isExcluded ? t('search_chips_not', { value }) : value,
  });
}

type Saved = Extract<QueryPart, { kind: 'saved' }>;

function savedText({ from, to, isExcluded }: Saved, now: number): string {
  if (from !== null && to !== null) {
    return filterText({ isExcluded }, 'saved', spanText(from, to, now));
  }
  // What isn't saved before a day is saved since that day.
  const isBefore = (from === null) !== isExcluded;
  // They're never both null.
  const day = dateText(from ?? to ?? now, 'day');
  return filterText({ isExcluded: false }, isBefore ? 'before' : 'after', day);
}

function spanText(from: number, to: number, now: number): string {
  const unit = units.find((one) => isWhole(one, from, to));
  if (unit === undefined) return dateFormat('day').formatRange(from, to - 1);
  const offset = ordinal(from, unit) - ordinal(now, unit);
  const isNear = offset === 0 || offset === -1;
  return isNear ? relative.format(offset, unit) : dateText(from, unit);
}

const units = ['day', 'month', 'year'] as const;
type Unit = (typeof units)[number];

const DAY = 86_400_000;
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

/** Whether the time from `from` to `to` is exactly one day, month or year. */
function isWhole(unit: Unit, from: number, to: number): boolean {
  const [before, first, last, after] = [from - 1, from, to - 1, to].map((at) => ordinal(at, unit));
  return before !== first && first === last && last !== after;
}

/** Returns a number that grows by one with each day, month or year. */
function ordinal(time: number, unit: Unit): number {
  const date = new Date(time);
  const year = date.getFullYear();
  switch (unit) {
    case 'day':
      return Date.UTC(year, date.getMonth(), date.getDate()) / DAY;
    case 'month':
      return year * 12 + date.getMonth();
    case 'year':
      return year;
  }
}

const dateFormats = {
  day: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'long' },
  year: { year: 'numeric' },
} as const;

function dateText(time: number, unit: Unit): string {
  return dateFormat(unit).format(time);
}

/** Queries use the Gregorian calendar, whatever the locale's calendar is. */
function dateFormat(unit: Unit): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale(), { ...dateFormats[unit], calendar: 'gregory' });
}
