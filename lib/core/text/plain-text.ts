/** The visible words of a Markdown text, its marks taken off. */
import { blocksOf, endOfLine, type BlockKind } from './blocks.ts';
import { plainInline } from './plain-inline.ts';

/**
 * Takes the Markdown marks off a text: links to their words, images to their alternative text, tables to their cells,
 * fences to the code inside. Lines stay lines; what is no mark stays as it is.
 */
export function plainText(markdown: string): string {
  return blocksOf(markdown)
    .map((block) => plainBlock[block.kind](markdown.slice(block.start, block.end)))
    .join('');
}

const plainBlock: Readonly<Record<BlockKind, (text: string) => string>> = {
  blank: (text) => text,
  mark: () => '',
  code: withoutFences,
  heading: (text) => eachLine(text, plainHeading),
  table: (text) => eachLine(text, plainRow),
  item: plainLines,
  quote: plainLines,
  paragraph: plainLines,
};

function plainLines(text: string): string {
  return plainInline(eachLine(text, (line) => line.replace(LINE_MARKS, '')));
}

function plainHeading(line: string): string {
  return plainInline(line.replace(/^ {0,3}#{1,6}\s*/, '').replace(/(\s)#{1,6}\s*$/, '$1'));
}

/** Quote marks, a bullet and a task's box, in this order. The number of a numbered item stays: it is read. */
const LINE_MARKS =
  /^[ \t]{0,40}(?:>[ \t]?){0,20}(?:[ \t]{0,20}[-*+](?=\s))?[ \t]*(?:\[[ xX]\](?=\s)[ \t]*)?/;

function eachLine(text: string, change: (line: string) => string): string {
  let changed = '';
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const hasBreak = text.charAt(end - 1) === '\n';
    changed += change(text.slice(start, hasBreak ? end - 1 : end)) + (hasBreak ? '\n' : '');
    start = end;
  }
  return changed;
}

function withoutFences(text: string): string {
  const opening = /^ {0,3}(`{3,}|~{3,})[^\n]{0,400}\n?/.exec(text);
  if (opening === null) return text;
  const inside = text.slice(opening[0].length);
  const closing = /(?:^|\n) {0,3}[`~]{3,}[ \t]*(\n?)$/.exec(inside.slice(-200));
  return closing === null ? inside : inside.slice(0, inside.length - closing[0].length) + '\n';
}

function plainRow(line: string): string {
  if (line.length < 10_000 && /^[\s|:-]+$/.test(line)) return '';
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => plainInline(cell.trim())).join('  ');
}
