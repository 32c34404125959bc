import { language, locale, t } from './i18n.ts';

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const justNow = t('time_justNow');
const inAMoment = t('time_inAMoment');

/** Formats a time relative to another (both in milliseconds): “3 days ago”, “in 2 minutes”, “just now”. */
export function relativeTime(then: number, now: number): string {
  const distance = then - now;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, ms] of units) {
    const count = Math.trunc(distance / ms);
    if (count !== 0) return format.format(count, unit);
  }
  return distance > 1_000 ? inAMoment : justNow;
}

export function exactTime(then: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short' }).format(then);
}

/** Formats a time like “1:00 AM” or “01:00”, to the nearest minute. */
export function timeOfDay(then: number): string {
  const minute = 60_000;
  const rounded = Math.round(then / minute) * minute;
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(rounded);
}

/** Formats a date like “3 November 2026”. */
export function longDate(then: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(then);
}

/** Formats a date and time like “3 Nov 2026, 14:05:09”. */
export function dayAndTime(then: number): string {
  return new Date(then).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Formats a duration like “7s”. */
export function seconds(count: number): string {
  const format = { style: 'unit', unit: 'second', unitDisplay: 'narrow' } as const;
  return count.toLocaleString(locale(), format);
}
