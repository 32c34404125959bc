import { headingTags, isText, moveContents, withTag } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';

/** Normalizes tables in place, innermost first. */
export async function normalizeTables(root: Element, yieldIfDue: YieldIfDue): Promise<void> {
  for (const table of Array.from(root.querySelectorAll('table')).toReversed()) {
    await yieldIfDue();
    const rows = rowsOf(table);
    const grid = gridOf(rows);
    if (grid !== null && isDataTable(table, grid)) {
      const caption = table.querySelector(':scope > caption');
      if (caption !== null) table.before(withTag(caption, 'div'));
      table.replaceWith(await toPlainTable(table, { rows, grid, yieldIfDue }));
    } else unrollTable(table);
  }
  await yieldIfDue();
  for (const part of Array.from(root.querySelectorAll(tableParts))) {
    if (part.closest('table') === null) part.replaceWith(withTag(part, 'div'));
  }
}

/** Readability sometimes leaves cells outside any table. */
const tableParts = 'thead, tbody, tfoot, tr, th, td, caption';
/** A Markdown table has a cell at each place, so with many empty places it would be mostly bars. */
const maxEmptyPlaces = 20_000;
type Grid = readonly (readonly (Element | null)[])[];

function rowsOf(table: Element): Element[] {
  return Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table);
}

function cellsOf(row: Element): Element[] {
  return Array.from(row.querySelectorAll(':scope > td, :scope > th'));
}

/** Lays out cells by row and column. Positions covered by a spanning cell are null. Returns null if most are. */
function gridOf(rows: readonly Element[]): Grid | null {
  let cells = 0;
  let places = 0;
  let columns = 0;
  const grid: (Element | null)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++;
      const width = spanOf(cell, 'colspan', 100);
      const height = Math.min(spanOf(cell, 'rowspan', 1_000), rows.length - y);
      cells += 1;
      places += width * height;
      if (places > maxEmptyPlaces + 2 * cells) return null;
      for (let dy = 0; dy < height; dy++) {
        for (let dx = 0; dx < width; dx++) {
          const line = grid[y + dy];
          if (line !== undefined) line[x + dx] = dx === 0 && dy === 0 ? cell : null;
        }
      }
      x += width;
    }
    columns = Math.max(columns, x);
  }
  return columns * rows.length > maxEmptyPlaces + 2 * cells ? null : grid;
}

function columnsOf(grid: Grid): number {
  return grid.reduce((most, line) => Math.max(most, line.length), 0);
}

/** Limits the span, because a page can declare any number of columns. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan', most: number): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isNaN(span) || span < 1 ? 1 : Math.min(span, most);
}

/** Layout tables have one row or column, nested tables, or blocks that don't fit into a Markdown cell. */
function isDataTable(table: Element, grid: Grid): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return false;
  const columns = columnsOf(grid);
  if (columns < 2 || grid.length < 2 || hasStrayContent(table)) return false;
  if (table.querySelector(`table, blockquote, figure, ${headingTags}`) !== null) return false;
  return !Array.from(table.querySelectorAll('pre')).some((pre) => pre.textContent.includes('\n'));
}

const strayElements =
  'table > :not(caption:first-child, colgroup, col, thead, tbody, tfoot, tr), ' +
  ':is(thead, tbody, tfoot) > :not(tr), tr > :not(td, th)';

/** Scripts can put content between the cells, which a Markdown table can't hold. */
function hasStrayContent(table: Element): boolean {
  if (Array.from(table.querySelectorAll(strayElements)).some((each) => !isBlank(each))) return true;
  return [table, ...table.querySelectorAll('thead, tbody, tfoot, tr')].some((part) =>
    Array.from(part.childNodes).some((child) => isText(child) && /\S/.test(child.data)),
  );
}

async function toPlainTable(
  table: Element,
  { rows, grid, yieldIfDue }: { rows: readonly Element[]; grid: Grid; yieldIfDue: YieldIfDue },
): Promise<Element> {
  const document = table.ownerDocument;
  const plain = document.createElement('table');
  const columns = columnsOf(grid);
  const head = document.createElement('thead');
  const body = document.createElement('tbody');
  for (const [y, line] of grid.entries()) {
    if (y % 16 === 15) await yieldIfDue();
    const isHead = y === 0 && isHeadRow(rows[y]);
    if (isHead && rows[y] !== undefined && isBlank(rows[y])) continue;
    const row = document.createElement('tr');
    for (let x = 0; x < columns; x++) {
      const cell = document.createElement(isHead ? 'th' : 'td');
      const from = line[x];
      if (from != null) moveContents(from, cell);
      flattenCell(cell);
      row.append(cell);
    }
    (isHead ? head : body).append(row);
  }
  if (head.hasChildNodes()) plain.append(head);
  plain.append(body);
  return plain;
}

function isHeadRow(row: Element | undefined): boolean {
  if (row?.parentElement?.localName === 'thead') return true;
  return row !== undefined && cellsOf(row).every((cell) => cell.localName === 'th');
}

function isBlank(element: Element): boolean {
  return !/\S/.test(element.textContent) && element.querySelector('img') === null;
}

/** Markdown cells can't hold blocks. */
function flattenCell(cell: Element): void {
  for (const element of Array.from(cell.querySelectorAll('ul, ol, li, dl, pre'))) {
    element.replaceWith(withTag(element, 'div'));
  }
  for (const rule of Array.from(cell.querySelectorAll('hr'))) rule.replaceWith(' ');
}

function unrollTable(table: Element): void {
  for (const part of Array.from(table.querySelectorAll(tableParts))) {
    if (part.closest('table') === table) part.replaceWith(withTag(part, 'div'));
  }
  table.replaceWith(withTag(table, 'div'));
}
