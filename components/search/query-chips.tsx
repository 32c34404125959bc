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
  /** Called with the query that is left when a chip is removed. */
  onChange: (query: string) => void;
  /** Called if no chip follows the removed one. */
  onFocusLost: () => void;
};

/** Shows the filters, phrases and exclusions of a query. */
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
          // Counted from the end of the query, so that the next chip is another element, which gets announced.
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

/** Returns the query without a part and one of the spaces around it. */
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
      return filterText(part, ...savedText(part, now));
  }
}

type Filter = Exclude<QueryPart['kind'], 'word' | 'phrase'> | 'after' | 'before';

function filterText({ isExcluded }: QueryPart, filter: Filter, value: string): string {
  return t('search_chips_filter', {
    name: t(`search_operators_${filter}`),
    value: isExcluded ? t('search_chips_not', { value }) : value,
  });
}

type Saved = Extract<QueryPart, { kind: 'saved' }>;

function savedText({ from, to }: Saved, now: number): [filter: Filter, value: string] {
  // One of the two is never null.
  if (from === null) return ['before', dateText(to ?? now, 'day')];
  const isSinceToday = to === null && from === new Date(now).setHours(0, 0, 0, 0);
  const unit = isSinceToday ? 'day' : to === null ? null : unitOf(to - from);
  if (unit === null) return ['after', dateText(from, 'day')];
  const offset = ordinal(from, unit) - ordinal(now, unit);
  const isNear = offset === 0 || offset === -1;
  return ['saved', isNear ? relative.format(offset, unit) : dateText(from, unit)];
}

type Unit = 'day' | 'month' | 'year';

const DAY = 86_400_000;
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

/** Days aren't all equally long, nor are months and years. */
function unitOf(length: number): Unit {
  if (length < 2 * DAY) return 'day';
  return length < 32 * DAY ? 'month' : 'year';
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
  // Queries use the Gregorian calendar, whatever the person's locale does.
  const format = { ...dateFormats[unit], calendar: 'gregory' };
  return new Intl.DateTimeFormat(locale(), format).format(time);
}
