import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../lib/text/search-query.ts';
import { chipText, withoutPart } from './query-chips.tsx';

const now = new Date('2026-11-27T12:00').getTime();

/** The text of the chip for a query of one part. */
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
  ])('for %s', (query, text) => {
    expect(textFor(query)).toBe(text);
  });

  it.each([
    ['saved:today', 'Saved: today'],
    ['saved:yesterday', 'Saved: yesterday'],
    ['saved:2026-11-26', 'Saved: yesterday'],
    ['saved:2026-11', 'Saved: this month'],
    ['saved:2026-10', 'Saved: last month'],
    ['saved:2025', 'Saved: last year'],
    ['saved:2024', 'Saved: 2024'],
    ['saved:2024-02', 'Saved: February 2024'],
  ])('for %s', (query, text) => {
    expect(textFor(query)).toBe(text);
  });

  it.each([
    ['saved:2024-02-29', 'Saved', { month: 'Feb', day: 29, year: 2024 }],
    ['saved:7d', 'Saved since', { month: 'Nov', day: 20, year: 2026 }],
    ['after:2026-11', 'Saved since', { month: 'Nov', day: 1, year: 2026 }],
    ['before:2026', 'Saved before', { month: 'Jan', day: 1, year: 2026 }],
  ])('for %s, in either order of the day and month', (query, name, { month, day, year }) => {
    expect([`${name}: ${month} ${day}, ${year}`, `${name}: ${day} ${month} ${year}`]).toContain(
      textFor(query),
    );
  });
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
  ])('takes a part out of %j', (query, index, rest) => {
    const part = parseQuery(query, now)[index];
    if (part === undefined) throw new Error(`No part ${index}`);

    expect(withoutPart(query, part)).toBe(rest);
  });
});
