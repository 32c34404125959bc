import { isBlockElement, isElement, isText } from '../elements.ts';
import type { RawDom } from './raw-dom.ts';

/** Classes that syntax highlighters set on the block or an element around it. */
const languageClasses: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?:source|text)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-([\w+#.]+)/i,
  /(?:^|\s)brush:\s*([\w+#.-]+)/i,
  /(?:^|\s)(?:sourceCode|hljs|highlight)\s+([\w+#.-]+)/i,
];

/** Matches captured names that aren't languages: values such as `none`, and unrelated classes such as `copy`. */
const noLanguage =
  /^(?:none|text|txt|plain|plaintext|default|auto|nohighlight|undefined|code|copy|content|table|box|line.*|no-?.*|wrap.*|hljs.*|js-.*)$/i;

const gutterClass =
  /(?:^|[\s_-])(?:gutter|lineno|linenos|linenumber|line-numbers?|ln-num|rouge-gutter)(?:$|[\s_-])/i;

/** The lines of Monaco, CodeMirror 5 and 6, and Ace (2026-11). Only those near the viewport are in the page. */
const editorClass = /(?:^|\s)(?:view-lines|CodeMirror-code|cm-content|ace_text-layer)(?:$|\s)/;

/** Returns whether an element shows the lines of a code editor. Editors for Markdown are for prose. */
export function isCodeEditor(element: Element, dom: RawDom): boolean {
  if (!editorClass.test(dom.attribute(element, 'class') ?? '')) return false;
  return dom.attribute(element, 'data-language') !== 'markdown';
}

/** Normalizes code blocks to `pre > code.language-…`, in place. Only call it on a snapshot. */
export function normalizeCodeBlocks(root: Element | Document): void {
  for (const pre of Array.from(root.querySelectorAll('pre'))) {
    if (pre.parentElement?.closest('pre') != null) continue;
    const numberedTable = lineNumberTableOf(pre);
    const language =
      languageOf(pre) ?? (numberedTable === null ? null : languageOf(numberedTable.table));
    if (numberedTable?.isGutter === true) continue;
    const code = pre.ownerDocument.createElement('code');
    code.textContent = trimCode(textWithLineBreaks(pre));
    if (language !== null) code.setAttribute('class', `language-${language}`);
    pre.replaceChildren(code);
    numberedTable?.table.replaceWith(pre);
  }
}

function languageOf(block: Element): string | null {
  const around = [block.parentElement, block.parentElement?.parentElement];
  for (const element of [block.querySelector('code'), block, ...around]) {
    const language = element == null ? null : statedLanguage(element);
    if (language !== null) return language;
  }
  return null;
}

/** Each block looks at the elements around it, which many blocks can share. */
const maxNamesLength = 1_000;

function statedLanguage(element: Element): string | null {
  const declared = element.getAttribute('data-lang') ?? element.getAttribute('data-language');
  const className = (element.getAttribute('class') ?? '').slice(0, maxNamesLength);
  const names = [declared, ...languageClasses.map((pattern) => pattern.exec(className)?.[1])];
  const name = names.find((each) => each != null && each !== '' && !noLanguage.test(each));
  // A fence ends at a space, and a backtick would break it.
  return /^[^\s`]+/.exec(name?.trim().toLowerCase() ?? '')?.[0] ?? null;
}

/** Some tables show line numbers in one cell and code in the other. */
function lineNumberTableOf(pre: Element): { table: Element; isGutter: boolean } | null {
  const table = pre.closest('table');
  const cell = pre.closest('td');
  const row = cell?.parentElement;
  if (table === null || cell === null || row == null) return null;
  // Counting the cells or rows for each block of a long table would take quadratic time.
  const [first, last] = [row.firstElementChild, row.lastElementChild];
  const isOnlyRow = row.previousElementSibling === null && row.nextElementSibling === null;
  if (!isOnlyRow || first === last || first?.nextElementSibling !== last) return null;
  if (Array.from(table.children).filter(({ localName }) => localName.startsWith('t')).length !== 1)
    return null;
  const cells = Array.from(table.querySelectorAll('td'));
  if (cells.length !== 2 || !cells.some((each) => isLineNumbers(each.textContent))) return null;
  return { table, isGutter: isLineNumbers(cell.textContent) };
}

function isLineNumbers(text: string): boolean {
  return /^[\s\d]+$/.test(text);
}

/** Returns the text with its line breaks, without line numbers and buttons. */
export function textWithLineBreaks(pre: Element): string {
  // A growing string would be copied at every look at its end.
  const pieces: string[] = [];
  const add = (piece: string): void => {
    if (piece !== '') pieces.push(piece);
  };
  const breakLine = (): void => {
    if (pieces.at(-1)?.endsWith('\n') === false) add('\n');
  };
  const read = (node: Node): void => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child) && !isBetweenLines(child)) add(child.data);
      if (!isElement(child) || isNotCode(child)) continue;
      const isLine = isBlockElement(child);
      if (isLine) breakLine();
      if (child.localName === 'br') add('\n');
      const { length } = pieces;
      read(child);
      if (!isLine) continue;
      if (pieces.length === length) add('\n');
      else breakLine();
    }
  };
  read(pre);
  return pieces.join('');
}

/** Whitespace between two block elements adds no line break. */
function isBetweenLines(node: Node): boolean {
  const { previousSibling: before, nextSibling: after } = node;
  if (before === null || after === null || !isElement(before) || !isElement(after)) return false;
  return isBlockElement(before) && isBlockElement(after) && (node.textContent ?? '').trim() === '';
}

function isNotCode(element: Element): boolean {
  return element.localName === 'button' || gutterClass.test(element.getAttribute('class') ?? '');
}

function trimCode(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // Editors write spaces this way, so that none collapses.
      .replaceAll('\u00a0', ' ')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd()
  );
}
