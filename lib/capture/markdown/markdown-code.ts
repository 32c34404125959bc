/** Brings code into a form that Markdown can show: bare text. */
import { blockMark, blockTags, headingTags } from '../element-kinds.ts';
import { linesOf } from '../snapshot/code-blocks.ts';

/** What makes a line end within code, beside `br`. */
const lines = ['br', `[${blockMark}]`, ...blockTags].join(', ');

/** In these a block of code has no place. */
const narrow = `table, a, dt, summary, ${headingTags}`;

/** Nobody sees where a run of space this long ends, and the converter takes the square of its length. */
const longSpace = /\s{500,}/g;

/**
 * Rewrites code in place. No mark counts within code: a link around all of what stands in a line is put outside of it,
 * other marks go. What is shown in several lines becomes a block, and a block has no endless space.
 */
export function normalizeCode(content: Element): void {
  for (const code of Array.from(content.querySelectorAll('code'))) {
    const isBare = code.childElementCount === 0 || code.textContent.trim() === '';
    if (isBare || code.closest('pre') !== null) continue;
    if (code.querySelector(lines) !== null && code.closest(narrow) === null) writeLines(code);
    else writeLine(code);
  }
  for (const code of Array.from(content.querySelectorAll('pre > code'))) {
    const shown = code.textContent.replace(longSpace, (space) => space.slice(0, 500));
    if (shown.length < code.textContent.length) code.textContent = shown;
  }
}

function writeLines(code: Element): void {
  code.textContent = shownLines(code);
  const block = code.ownerDocument.createElement('pre');
  code.replaceWith(block);
  block.append(code);
}

function writeLine(code: Element): void {
  const link = code.childNodes.length === 1 ? code.querySelector(':scope > a[href]') : null;
  code.textContent = textOf(code);
  if (link === null) return;
  code.replaceWith(link);
  link.replaceChildren(code);
}

/** A line break keeps two words apart. */
function textOf(code: Element): string {
  for (const end of Array.from(code.querySelectorAll('br'))) end.replaceWith(' ');
  return code.textContent;
}

/** The end of a line in the source is a space, as in all text. */
function shownLines(code: Element): string {
  const walker = code.ownerDocument.createTreeWalker(code, 4);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const parts = (text.nodeValue ?? '').split('\n');
    const last = parts.pop() ?? '';
    text.nodeValue = [...parts.map((part) => part.trimEnd()), last].join(' ');
  }
  // Not by patterns that look for the end of a run of spaces: of a long one that ends otherwise, each space is a start.
  const shown = linesOf(code)
    .split('\n')
    .map((line) => line.trimEnd());
  const isFilled = (line: string) => line !== '';
  return shown.slice(shown.findIndex(isFilled), shown.findLastIndex(isFilled) + 1).join('\n');
}
