/** Brings every block of code into one form: `pre > code.language-…` with its bare text. */
import { blockMark, blockTags } from '../element-kinds.ts';

/** How highlighters write the language into the class of a block or of what is around it. */
const languageClasses: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?:source|text)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-([\w+#.]+)/i,
  /(?:^|\s)brush:\s*([\w+#.-]+)/i,
  /(?:^|\s)(?:sourceCode|hljs|highlight)\s+([\w+#.-]+)/i,
];

/** Names that mean no language, and other classes that stand where one would. */
const noLanguage =
  /^(?:none|text|txt|plain|plaintext|default|auto|nohighlight|undefined|code|copy|content|table|box|line.*|no-?.*|wrap.*|hljs.*|js-.*)$/i;

const gutter =
  /(?:^|[\s_-])(?:gutter|lineno|linenos|linenumber|line-numbers?|ln-num|rouge-gutter)(?:$|[\s_-])/i;

/** Rewrites the blocks of code in place. The copied page only: see `takeSnapshot`. */
export function normalizeCodeBlocks(root: Element | Document): void {
  for (const pre of Array.from(root.querySelectorAll('pre'))) {
    if (pre.parentElement?.closest('pre') != null) continue;
    const language = languageOf(pre);
    const frame = numberedFrameOf(pre);
    if (frame?.isGutter === true) continue;
    const code = pre.ownerDocument.createElement('code');
    code.textContent = trimmedLines(linesOf(pre));
    if (language !== null) code.setAttribute('class', `language-${language}`);
    pre.replaceChildren(code);
    frame?.table.replaceWith(pre);
  }
}

/** Finds the language in the block itself, its code, or up to two elements around it. */
function languageOf(pre: Element): string | null {
  const around = [pre.parentElement, pre.parentElement?.parentElement];
  for (const element of [pre.querySelector('code'), pre, ...around]) {
    const language = element == null ? null : statedLanguage(element);
    if (language !== null) return language;
  }
  return null;
}

function statedLanguage(element: Element): string | null {
  const stated = element.getAttribute('data-lang') ?? element.getAttribute('data-language');
  const className = element.getAttribute('class') ?? '';
  const names = [stated, ...languageClasses.map((pattern) => pattern.exec(className)?.[1])];
  const name = names.find((each) => each != null && each !== '' && !noLanguage.test(each));
  return name?.toLowerCase() ?? null;
}

/** A table that shows line numbers in one cell and the code in the next. */
function numberedFrameOf(pre: Element): { table: Element; isGutter: boolean } | null {
  const table = pre.closest('table');
  const cell = pre.closest('td');
  if (table === null || cell === null || table.querySelectorAll('tr').length !== 1) return null;
  const cells = Array.from(table.querySelectorAll('td'));
  if (cells.length !== 2 || !cells.some((each) => isNumbers(each.textContent))) return null;
  return { table, isGutter: isNumbers(cell.textContent) };
}

function isNumbers(text: string): boolean {
  return /^[\s\d]+$/.test(text);
}

/** The text with a line break wherever the page shows one; line numbers and buttons are no code. */
export function linesOf(pre: Element): string {
  let text = '';
  const breakLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const read = (node: Node): void => {
    for (const child of Array.from(node.childNodes)) {
      if (child.nodeType === child.TEXT_NODE && !isBetweenLines(child))
        text += child.textContent ?? '';
      if (!isElement(child) || isNoCode(child)) continue;
      const isLine = isBlock(child);
      if (isLine) breakLine();
      if (child.localName === 'br' || (isLine && child.textContent === '')) text += '\n';
      read(child);
      if (isLine) breakLine();
    }
  };
  read(pre);
  return text;
}

/** Space between lines that are blocks of their own breaks no further line. */
function isBetweenLines(node: Node): boolean {
  const { previousSibling: before, nextSibling: after } = node;
  if (before === null || after === null || !isElement(before) || !isElement(after)) return false;
  return isBlock(before) && isBlock(after) && (node.textContent ?? '').trim() === '';
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

function isNoCode(element: Element): boolean {
  return element.localName === 'button' || gutter.test(element.getAttribute('class') ?? '');
}

function isBlock(element: Element): boolean {
  return blockTags.has(element.localName) || element.hasAttribute(blockMark);
}

function trimmedLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
