/**
 * Keeps docs/highlights.md up to date: its tables count how many highlights are found again on changed pages.
 * Set `KEEPSAKE_MARKS` to try more highlights per page and change, and `KEEPSAKE_SEED` to try different ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  changes,
  createRandom,
  markIn,
  openPage,
  type PageName,
  pageNames,
  written,
} from '../../tests/fixtures/changed-pages.ts';
import { describePlace } from './describe.ts';
import { findPlace } from './find-place.ts';
import { occurrencesOf } from './likeness.ts';
import { indexText, lettersOf, type Place } from './text-index.ts';

const path = 'docs/highlights.md';

/** Highlights per page and change in the document's tables. */
const shownEach = 25;
const marksEach = Number(process.env['KEEPSAKE_MARKS'] ?? shownEach);
const seed = Number(process.env['KEEPSAKE_SEED'] ?? 0);
const isShown = marksEach === shownEach && seed === 0;

/** `unclear`: not found, although the quote appears exactly once on the page. */
type Outcome = 'right' | 'gone' | 'unclear' | 'wrong';
type Count = Record<Outcome, number>;

const misplaced: string[] = [];
const pages = pageNames.map((name) => [name, openPage(name)] as const);

/** Returns the outcomes by change and page. */
function outcomes(): Map<string, Map<PageName, Outcome[]>> {
  const table = new Map<string, Map<PageName, Outcome[]>>();
  for (const [change, apply] of Object.entries(changes)) {
    const row = new Map<PageName, Outcome[]>();
    for (const [name, page] of pages) {
      const random = createRandom(change.length * 1000 + name.length + seed * 1_000_003);
      const results = Array.from({ length: marksEach }, () => {
        const mark = markIn(page, random);
        const before = written(page, mark);
        const anchor = describePlace(indexText(before.pieces), placesIn(before)[0] ?? nowhere);
        const after = written(apply(page, mark, random), mark);
        const index = indexText(after.pieces);
        const found = findPlace(anchor, index);
        const standsOnce =
          occurrencesOf(lettersOf(anchor.quote.exact), index.letters, 2).length === 1;
        const outcome =
          found === null ? (standsOnce ? 'unclear' : 'gone') : judged(found, placesIn(after));
        if (outcome === 'wrong') misplaced.push(`${name}, ${change}: ${anchor.quote.exact}`);
        return outcome;
      });
      row.set(name, results);
    }
    table.set(change, row);
  }
  return table;
}

type Written = ReturnType<typeof written>;

const nowhere: Place = { start: 0, end: 0 };

function placesIn({ pieces, marks }: Written): Place[] {
  const text = pieces.join('');
  return marks.map(({ start, end }) => ({
    start: lettersOf(text.slice(0, start)).length,
    end: lettersOf(text.slice(0, end)).length,
  }));
}

function judged(found: Place, own: readonly Place[]): 'right' | 'wrong' {
  return own.some(({ start, end }) => found.start === start && found.end === end)
    ? 'right'
    : 'wrong';
}

function counted(results: readonly Outcome[]): Count {
  const count = (outcome: Outcome) => results.filter((result) => result === outcome).length;
  return {
    right: count('right'),
    gone: count('gone'),
    unclear: count('unclear'),
    wrong: count('wrong'),
  };
}

const table = outcomes();

/** Returns a table in the formatter's style, with every column as wide as its widest cell. */
function tableOf(head: string, rows: readonly (readonly [string, readonly Outcome[]])[]): string {
  const all = [...rows, ['All', rows.flatMap(([, results]) => results)] as const];
  const cells = [
    [
      head,
      'Marks',
      'Found again',
      'Gone or unclear',
      'Of these, words once there',
      'Wrongly placed',
    ],
    ...all.map(([name, results]) => {
      const { right, gone, unclear, wrong } = counted(results);
      return [name, results.length, right, gone + unclear, unclear, wrong].map(String);
    }),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const [first = '', ...body] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function bounds(name: string): { begin: string; end: string } {
  return { begin: `<!-- table: ${name} -->`, end: `<!-- end of table: ${name} -->` };
}

function shownTable(document: string, name: string): string {
  const { begin, end } = bounds(name);
  return (document.split(begin)[1]?.split(end)[0] ?? '').trim();
}

function withTable(document: string, name: string, shown: string): string {
  const { begin, end } = bounds(name);
  const [before = '', rest = ''] = document.split(begin);
  return `${before}${begin}\n\n${shown}\n\n${end}${rest.split(end)[1] ?? ''}`;
}

const byChange = [...table].map(([change, row]) => [change, [...row.values()].flat()] as const);
const byPage = pageNames.map(
  (name) => [name, [...table.values()].flatMap((row) => row.get(name) ?? [])] as const,
);

describe('highlights on changed pages', () => {
  const tables = [
    ['changes', tableOf('Change', byChange)],
    ['pages', tableOf('Page', byPage)],
  ] as const;

  it('are never placed in the wrong position', () => {
    if (!isShown) for (const [, made] of tables) process.stdout.write(`\n${made}\n`);

    expect(misplaced).toEqual([]);
    expect(byChange.flatMap(([, results]) => results).length).toBeGreaterThan(1000);
  });

  it.runIf(isShown).each(tables)('match the table of %s in docs/highlights.md', (name, made) => {
    if (process.env['KEEPSAKE_WRITE_DOCS'] === '1') {
      writeFileSync(path, withTable(readFileSync(path, 'utf8'), name, made));
    }

    expect(shownTable(readFileSync(path, 'utf8'), name)).toBe(made);
  });
});
