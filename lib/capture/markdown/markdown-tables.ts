/** Tells tables of data from tables of layout, and brings the first into the plain grid that Markdown can show. */
import { headingTags } from '../element-kinds.ts';
import type { Pace } from '../pace.ts';

/** Rewrites the tables of a copied page in place, the innermost first. */
export async function normalizeTables(root: Element, pace: Pace): Promise<void> {
  for (const table of Array.from(root.querySelectorAll('table')).toReversed()) {
    /* oxlint-disable no-await-in-loop -- the innermost first, with the turns of the page in between */
    await pace();
    const rows = rowsOf(table);
    const grid = gridOf(rows);
    if (isData(table, grid)) table.replaceWith(await plainTable(table, { rows, grid, pace }));
    else table.replaceWith(unrolled(table));
    /* oxlint-enable no-await-in-loop */
  }
  await pace();
  for (const stray of Array.from(root.querySelectorAll(tableParts))) {
    if (stray.closest('table') === null) stray.replaceWith(renamed(stray, 'div'));
  }
}

/** The extractor may cut a cell out of its table. */
const tableParts = 'thead, tbody, tfoot, tr, th, td, caption';

type Grid = readonly (readonly (Element | null)[])[];

function rowsOf(table: Element): Element[] {
  return Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table);
}

function cellsOf(row: Element): Element[] {
  return Array.from(row.children).filter(
    ({ localName }) => localName === 'td' || localName === 'th',
  );
}

/** Lays the cells out; the places that a wide or high cell covers beside its first one are null. */
function gridOf(rows: readonly Element[]): Grid {
  const grid: (Element | null)[][] = rows.map(() => []);
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++;
      const width = spanOf(cell, 'colspan', 100);
      const height = Math.min(spanOf(cell, 'rowspan', 1_000), rows.length - y);
      for (let dy = 0; dy < height; dy++) {
        for (let dx = 0; dx < width; dx++) {
          const line = grid[y + dy];
          if (line !== undefined) line[x + dx] = dx === 0 && dy === 0 ? cell : null;
        }
      }
      x += width;
    }
  });
  return grid;
}

/** Bounded, since a page may ask for as many columns as it likes. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan', most: number): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isNaN(span) || span < 1 ? 1 : Math.min(span, most);
}

/** Layout has one column or row, tables in its cells, or blocks that do not fit into a line. */
function isData(table: Element, grid: Grid): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return false;
  const columns = Math.max(0, ...grid.map((line) => line.length));
  if (columns < 2 || grid.length < 2) return false;
  if (table.querySelector(`table, blockquote, figure, ${headingTags}`) !== null) return false;
  return !Array.from(table.querySelectorAll('pre')).some((pre) => pre.textContent.includes('\n'));
}

async function plainTable(
  table: Element,
  { rows, grid, pace }: { rows: readonly Element[]; grid: Grid; pace: Pace },
): Promise<Element> {
  const document = table.ownerDocument;
  const plain = document.createElement('table');
  const caption = table.querySelector('caption');
  if (caption !== null) plain.append(caption);
  const columns = Math.max(...grid.map((line) => line.length));
  const head = document.createElement('thead');
  const body = document.createElement('tbody');
  for (const [y, line] of grid.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    if (y % 16 === 15) await pace();
    const isHead = y === 0 && isHeadRow(rows[y]);
    const row = document.createElement('tr');
    for (let x = 0; x < columns; x++) {
      const cell = document.createElement(isHead ? 'th' : 'td');
      cell.append(...Array.from(line[x]?.childNodes ?? []));
      flatten(cell);
      row.append(cell);
    }
    (isHead ? head : body).append(row);
  }
  if (head.hasChildNodes()) plain.append(head);
  plain.append(body);
  return plain;
}

function isHeadRow(row: Element | undefined): boolean {
  if (row === undefined) return false;
  return (
    row.parentElement?.localName === 'thead' ||
    cellsOf(row).every((cell) => cell.localName === 'th')
  );
}

/** Lists in a cell become plain lines: a line of a Markdown table cannot hold them. */
function flatten(cell: Element): void {
  for (const element of Array.from(cell.querySelectorAll('ul, ol, li, dl, pre'))) {
    element.replaceWith(renamed(element, 'div'));
  }
  for (const rule of Array.from(cell.querySelectorAll('hr'))) rule.remove();
}

function renamed(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  other.append(...Array.from(element.childNodes));
  return other;
}

/** The cells one after the other, as a narrow screen would show them. */
function unrolled(table: Element): Element {
  const document = table.ownerDocument;
  const whole = document.createElement('div');
  const caption = table.querySelector(':scope > caption');
  if (caption !== null) whole.append(...Array.from(caption.childNodes));
  for (const row of rowsOf(table)) {
    const line = document.createElement('div');
    for (const cell of cellsOf(row)) {
      line.append(renamed(cell, 'div'));
    }
    whole.append(line);
  }
  return whole;
}
