import { describe, expect, it } from 'vitest';
import { dayAndTime, relativeTime, timeOfDay } from './time.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'just now'],
    ['2026-11-20T11:59:10Z', 'just now'],
    ['2026-11-20T11:57:30Z', '2 minutes ago'],
    ['2026-11-20T09:00:00Z', '3 hours ago'],
    ['2026-11-19T11:00:00Z', 'yesterday'],
    ['2026-11-17T11:00:00Z', '3 days ago'],
    ['2026-11-06T11:00:00Z', '2 weeks ago'],
    ['2026-08-20T11:00:00Z', '3 months ago'],
    ['2021-11-20T00:00:00Z', '5 years ago'],
    ['2026-11-20T12:00:20Z', 'in a moment'],
    ['2026-11-20T12:03:00Z', 'in 3 minutes'],
  ])('formats %s as “%s”', (then, words) => {
    expect(relativeTime(Date.parse(then), now)).toBe(words);
  });
});

describe('timeOfDay', () => {
  it('rounds to the nearest minute', () => {
    const shown = timeOfDay(now);

    expect(shown).toMatch(/^\d{1,2}:00/);
    expect([now - 29_000, now + 29_000].map(timeOfDay)).toEqual([shown, shown]);
    expect(timeOfDay(now + 31_000)).not.toBe(shown);
  });
});

describe('dayAndTime', () => {
  it('shows the seconds', () => {
    expect(dayAndTime(now + 4_000)).not.toBe(dayAndTime(now + 9_000));
  });
});
