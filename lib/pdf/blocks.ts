/** Joins the lines of all pages to blocks: what stands in Markdown between two empty lines. */
import { bodySizeOf, findHeadings } from './headings.ts';
import { markEnd, pageMark } from './page-marks.ts';
import { bullet, compoundsOf, goesOn, joined, leadingOf } from './paragraphs.ts';
import { withoutRunningLines } from './running-lines.ts';
import type { Line, LinedPage, OutlineEntry } from './set-text.ts';

export type Block = {
  kind: 'title' | 'heading' | 'item' | 'rows' | 'text';
  /** Of a heading, 2 to 6. */
  level: number;
  /** With marks where pages begin; of rows, with line breaks. */
  text: string;
};

/** Gives the blocks of the file, without running titles and the numbers of pages. */
export function blocksOf(lined: readonly LinedPage[], outline: readonly OutlineEntry[]): Block[] {
  const bodySize = bodySizeOf(lined);
  const pages = withoutRunningLines(lined, bodySize);
  const { levelOf, titleLines } = findHeadings(pages, outline, bodySize);
  const leading = leadingOf(pages);
  const compounds = compoundsOf(pages);
  const blocks: Block[] = [];
  let before: Before | null = null;

  for (const { number, lines } of pages) {
    for (const [index, line] of lines.entries()) {
      const level = levelOf(line);
      const kind = titleLines.includes(line) ? 'title' : kindOf(line, level);
      const mark = index === 0 && pages.length > 1 ? pageMark(number) : '';
      const open = blocks.at(-1);
      const next = { kind, level, line, leading, isNextPage: index === 0 };
      if (open !== undefined && before !== null && continues(open, before, next)) {
        open.text = extended(open, { line, mark, compounds });
      } else {
        blocks.push({ kind, level, text: mark + line.text.replace(bullet, '') });
      }
      before = { line, edge: edgeOf(line, lines) };
    }
  }
  return blocks;
}

function kindOf(line: Line, level: number): Block['kind'] {
  if (level > 0) return 'heading';
  if (bullet.test(line.text)) return 'item';
  return line.isRow ? 'rows' : 'text';
}

type Before = { line: Line; edge: number };
type Next = Pick<Block, 'kind' | 'level'> & { line: Line; leading: number; isNextPage: boolean };

function continues(open: Block, before: Before, next: Next): boolean {
  const { kind, level, line, leading, isNextPage } = next;
  const gap = before.line.y - line.y;
  const isClose = !isNextPage && gap > 0 && gap < 1.5 * leading * line.fontSize;
  switch (kind) {
    case 'title':
    case 'heading':
      return isClose && open.kind === kind && open.level === level;
    case 'rows':
      return isClose && open.kind === 'rows';
    case 'item':
      return false;
    case 'text':
      if (open.kind !== 'text' && open.kind !== 'item') return false;
      return goesOn({ before: before.line, line, edge: before.edge, leading, isNextPage });
  }
}

type Extension = { line: Line; mark: string; compounds: ReadonlySet<string> };

function extended({ kind, text }: Block, { line, mark, compounds }: Extension): string {
  if (kind === 'rows') return `${text}\n${line.text}`;
  const whole = joined(text, line.text, compounds);
  if (mark === '') return whole;
  const place = placeOfMark(text, whole.length - line.text.length);
  return whole.slice(0, place) + mark + whole.slice(place);
}

/** A word that two pages share belongs to the second; scripts without spaces share none. */
function placeOfMark(text: string, seam: number): number {
  const isShared = seam <= text.length && /[-\u2010\u00AD]$/.test(text);
  if (!isShared) return seam;
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf(markEnd)) + 1;
}

/** Right edge of the column that a line stands in. */
function edgeOf({ x, fontSize }: Line, lines: readonly Line[]): number {
  return lines.reduce(
    (edge, line) => (Math.abs(line.x - x) < 3 * fontSize ? Math.max(edge, line.right) : edge),
    Number.NEGATIVE_INFINITY,
  );
}
