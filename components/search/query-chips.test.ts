import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../lib/text/search-query.ts';
import { chipText, withoutPart } from './query-chips.tsx';

const now = new Date('2026-11-27T12:00').getTime();

/** Returns the text of the chip for a query with only one part. */
function textFor(query: string): string {
  const [part] = parseQuery(query, now, 'local');
  if (part === undefined) throw new Error('The query is empty.');
  return chipText(part, now);
}

describe('chipText', () => {
  it.each([
    ['site:https://www.example.org/a', 'Site: example.org'],
    ['in:"Garden notes"', 'Memory: Garden notes'],
    ['type:pdf', 'Type: PDF'],
    ['tag:#home', 'Tag: home'],
    ['"air to water"', '“air to water”'],
    ['-gas', 'Without: gas'],
    ['-"night storage"', 'Without: “night storage”'],
    ['-site:example.org', 'Site: not example.org'],
    ['-saved:2020', 'Saved: not 2020'],
  ])('describes %s', (query, text) => {
    expect(textFor(query)).toBe(text);
  });

  it.each([
    ['saved:today', 'Saved: today'],
    ['saved:yesterday', 'Saved: yesterday'],
    ['saved:2026-11-26', 'Saved: yesterday'],
    ['saved:2026-11', 'Saved: this month'],
    ['saved:2026-10', 'Saved: last month'],
    ['saved:2025', 'Saved: last year'],
    ['saved:2026-10-01..2026-10-31', 'Saved: last month'],
    ['saved:2024', 'Saved: 2024'],
    ['saved:2024-02', 'Saved: February 2024'],
  ])('describes dates relative to today: %s', (query, text) => {
    expect(textFor(query)).toBe(text);
  });

  it.each([
    ['saved:2024-02-29', 'Saved', { month: 'Feb', day: 29, year: 2024 }],
    ['saved:7d', 'Saved since', { month: 'Nov', day: 20, year: 2026 }],
    ['after:2026-11', 'Saved since', { month: 'Nov', day: 1, year: 2026 }],
    ['before:2026', 'Saved before', { month: 'Jan', day: 1, year: 2026 }],
    ['-before:2026', 'Saved since', { month: 'Jan', day: 1, year: 2026 }],
    ['-after:2026-11', 'Saved before', { month: 'Nov', day: 1, year: 2026 }],
  ])(
    'describes the date of %s, in either order of day and month',
    (query, name, { month, day, year }) => {
      expect([`${name}: ${month} ${day}, ${year}`, `${name}: ${day} ${month} ${year}`]).toContain(
        textFor(query),
      );
    },
  );
});

describe('chipText for a range', () => {
  it.each(['saved:2026-10-05..2026-10-11', 'saved:2025-11..2026-01'])(
    'shows both ends: %s',
    (query) => {
      const [part] = parseQuery(query, now, 'local');
      const ends = part?.kind === 'saved' ? [part.from ?? 0, (part.to ?? 0) - 1] : [];
      const days = ends.map((at) => String(new Date(at).getDate()));

      for (const day of days) expect(textFor(query)).toMatch(new RegExp(`^Saved: .*\\b${day}\\b`));
    },
  );
});

describe('withoutPart', () => {
  it.each([
    ['site:a.example harbour', 0, 'harbour'],
    ['harbour site:a.example ledgers', 1, 'harbour ledgers'],
    ['harbour  "double entry"  ledgers', 1, 'harbour   ledgers'],
    ['harbour -gas', 1, 'harbour'],
    ['港　-ガス', 1, '港'],
    ['"a",b', 0, ',b'],
    ['type:pdf', 0, ''],
  ])('removes a part from %j', (query, index, rest) => {
    const part = parseQuery(query, now)[index];
    if (part === undefined) throw new Error(`No part ${index}`);

    expect(withoutPart(query, part)).toBe(rest);
  });
});
