/** Converts part of a copied page block by block, yielding to the page in between. */
import { blockTags, createElement, isElement, isText } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { escapeMarkdown, invisible, resolveMarks } from './escape-markdown.ts';
import { prepareForMarkdown } from './prepare-markdown.ts';
import { convertNodes } from './convert-nodes.ts';
import { listItemNumber } from './markdown-rules.ts';

/** Elements that add no Markdown themselves. */
const containerTags: ReadonlySet<string> = new Set(
  (
    'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form header ' +
    'hgroup legend main nav search section summary'
  ).split(' '),
);

/** Converts an element to Markdown, consuming the element. */
export async function markdownOf(
  content: Element,
  base: string,
  yieldIfDue: YieldIfDue,
): Promise<string> {
  await prepareForMarkdown(content, base, yieldIfDue);
  const holder = createElement(content.ownerDocument, 'div', content);
  const parts: string[] = [];
  await writeBlocks(holder, parts, yieldIfDue);
  await yieldIfDue();
  return tidyMarkdown(parts.join('\n\n'));
}

async function writeBlocks(
  holder: Element,
  parts: string[],
  yieldIfDue: YieldIfDue,
): Promise<void> {
  let line: Node[] = [];
  let next: Node | null;
  for (let child: Node | null = holder.firstChild; child !== null; child = next) {
    // Converting a node moves it.
    next = child.nextSibling;
    if (!isElement(child) || !(blockTags.has(child.localName) || isContainer(child))) {
      if (line.length > 0 || !isSpace(child)) line.push(child);
      continue;
    }
    if (line.length > 0) parts.push(await convertLine(holder, line, yieldIfDue));
    line = [];
    if (isContainer(child)) await writeBlocks(child, parts, yieldIfDue);
    else parts.push(await convertBlock(holder, child, yieldIfDue));
    await yieldIfDue();
  }
  if (line.length > 0) parts.push(await convertLine(holder, line, yieldIfDue));
}

/** Converts a long line in chunks. */
async function convertLine(
  holder: Element,
  line: readonly Node[],
  yieldIfDue: YieldIfDue,
): Promise<string> {
  let written = '';
  for (const { nodes, end } of splitLine(line.flatMap(splitText))) {
    const words = await convert(holder, nodes, yieldIfDue);
    if (words !== '') written += words + end;
    await yieldIfDue();
  }
  return written;
}

async function convertBlock(
  holder: Element,
  block: Element,
  yieldIfDue: YieldIfDue,
): Promise<string> {
  if (block.localName === 'p' && isLong(block)) {
    return convertLine(holder, Array.from(block.childNodes), yieldIfDue);
  }
  const long = splitLongBlock(block);
  if (long === null) return convert(holder, [block], yieldIfDue);
  const parts: string[] = [];
  for (const part of long.parts) parts.push(await convert(holder, [part], yieldIfDue));
  return long.join(parts);
}

async function convert(
  holder: Element,
  nodes: readonly Node[],
  yieldIfDue: YieldIfDue,
): Promise<string> {
  const words = plainTextOf(nodes);
  if (words !== null) return writePlainText(words);
  const part = holder.ownerDocument.createDocumentFragment();
  for (const node of nodes) part.appendChild(node);
  return resolveMarks(await convertNodes(part, yieldIfDue));
}

/** Most lines are plain text and don't need the converter. */
function plainTextOf([node, second]: readonly Node[]): string | null {
  if (node === undefined || second !== undefined) return null;
  const text = node.nodeName === 'P' && node.childNodes.length === 1 ? node.firstChild : node;
  return text !== null && isText(text) ? text.data : null;
}

function writePlainText(words: string): string {
  const line = words.replace(/[ \t\r\n]{2,}|[\t\r\n]/g, ' ').replace(/^ | $/g, '');
  return /\S/.test(line) ? escapeMarkdown(line).trimEnd() : '';
}

function isSpace(node: Node): boolean {
  return isText(node) && !/\S/.test(node.data);
}

function isContainer(element: Element): boolean {
  return containerTags.has(element.localName);
}

const itemsPerChunk = 200;
type BlockParts = { parts: readonly Element[]; join: (converted: readonly string[]) => string };

/** Splits a long list or table, consuming it; null for other blocks. */
function splitLongBlock(block: Element): BlockParts | null {
  if (block.localName === 'ul' || block.localName === 'ol') return splitList(block);
  return block.localName === 'table' ? splitTable(block) : null;
}

/** How many nodes of a line, and characters of a text, are converted at a time. */
const nodesPerChunk = 800;
const charactersPerChunk = 20_000;

function isLong({ childNodes, textContent }: Element): boolean {
  return childNodes.length > nodesPerChunk || textContent.length > charactersPerChunk;
}

/** Splits a long text after spaces, or, in text without spaces, anywhere. */
function splitText(node: Node): Node[] {
  const parts: Node[] = [node];
  let rest = node;
  while (isText(rest) && rest.length > charactersPerChunk) {
    const space = rest.data.indexOf(' ', charactersPerChunk);
    const isNear = space !== -1 && space < 2 * charactersPerChunk;
    const at = isNear ? space + 1 : charactersPerChunk;
    if (at >= rest.length) break;
    rest = rest.splitText(at);
    parts.push(rest);
  }
  return parts;
}

/** Part of a line, and what separates it from the next part. */
type Chunk = { nodes: readonly Node[]; end: string };

function splitLine(line: readonly Node[]): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  for (let at = 1; at < line.length; at++) {
    const end = chunkEnd(at - from, line[at - 1], line[at]);
    if (end === null) continue;
    chunks.push({ nodes: line.slice(from, at), end });
    from = at;
  }
  return [...chunks, { nodes: line.slice(from), end: '' }];
}

/** Returns null if the line can't be split here. */
function chunkEnd(count: number, last: Node | undefined, next: Node | undefined): string | null {
  const text = last !== undefined && isText(last) ? last.data : '';
  if (text.length >= charactersPerChunk) return endsInSpace(text) ? ' ' : '';
  if (count < nodesPerChunk) return null;
  if (endsInSpace(text) && isInline(next)) return ' ';
  // Without spaces, split after a line break, or finally anywhere.
  if (last?.nodeName === 'BR' && next?.nodeName !== 'BR') return '  \n';
  return count < 4 * nodesPerChunk ? null : endsInSpace(text) ? ' ' : '';
}

function endsInSpace(text: string): boolean {
  return /\S[ \t\r\n]+$/.test(text.slice(-100));
}

/** Line breaks, display formulas and blocks would drop the space before them. */
function isInline(node: Node | undefined): boolean {
  return node !== undefined && /^(?:A|B|EM|I|STRONG)$/.test(node.nodeName);
}

function splitList(list: Element): BlockParts | null {
  if (list.childElementCount <= itemsPerChunk) return null;
  const groups = chunked(Array.from(list.children));
  // Lists are sometimes nested directly between items.
  const firstItems = groups.map((group) => group.find(({ localName }) => localName === 'li'));
  const starts = firstItems.map((first) => (first === undefined ? 1 : listItemNumber(first, list)));
  const parts = groups.map((items, at) => {
    const part = createElement(list.ownerDocument, list.localName, ...items);
    if (list.localName === 'ol') {
      part.setAttribute('start', String(starts[at]));
      part.toggleAttribute('reversed', list.hasAttribute('reversed'));
    }
    return part;
  });
  return { parts, join: (converted) => converted.filter((each) => each !== '').join('\n') };
}

/** `normalizeTables` leaves at most one head and exactly one body. */
function splitTable(table: Element): BlockParts | null {
  const body = table.querySelector('tbody');
  if (body === null || body.childElementCount <= itemsPerChunk) return null;
  const document = table.ownerDocument;
  const [, ...later] = chunked(Array.from(body.children));
  const rest = later.map((rows) =>
    createElement(document, 'table', createElement(document, 'tbody', ...rows)),
  );
  return { parts: [table, ...rest], join: joinTable };
}

/** Joins the parts of a table, removing the empty header row and rule of all but the first. */
function joinTable([first = '', ...rest]: readonly string[]): string {
  const rows = rest.map((part) => part.split('\n').slice(2).join('\n'));
  return [first, ...rows].join('\n');
}

function chunked(elements: readonly Element[]): Element[][] {
  const groups: Element[][] = [];
  for (let at = 0; at < elements.length; at += itemsPerChunk) {
    groups.push(elements.slice(at, at + itemsPerChunk));
  }
  return groups;
}

const linePrefix = /^[ >]*(?:(?:-|\d{1,9}\.) [ >]*)*/;
const fenceStart = new RegExp(`${linePrefix.source}(\`{3,})[^\`]*$`);
/** Leading spaces would start a code block. */
const indented = new RegExp(`(${linePrefix.source})\u00A0[\u00A0 ]*`);
/** Markdown without footnotes would read these as the target of a link and hide them. */
const shortFootnote = new RegExp(
  `${linePrefix.source}\\[\\^[^\\]]+\\]: \\S+(?:\\s+(?:"[^"]*"|'[^']*'|\\([^()]*\\)))?$`,
);

/** Tidies whitespace, and removes invisible characters, which break search. */
export function tidyMarkdown(markdown: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.replace(invisible, '').split('\n')) {
    if (fence !== null) {
      lines.push(line.replaceAll('\u00A0', ' '));
      if (line.replace(/^[\s>]+/, '') === fence) fence = null;
      continue;
    }
    fence = fenceStart.exec(line)?.[1] ?? null;
    if (line.trim() === '') endParagraph(lines);
    else lines.push(tidyLine(line));
  }
  endParagraph(lines);
  return lines.join('\n').trim();
}

function tidyLine(line: string): string {
  const text = line.includes('\u00A0')
    ? line.replace(indented, '$1').replaceAll('\u00A0', ' ')
    : line;
  if (/\S {2,}$/.test(text)) return `${text.trimEnd()}  `;
  const tidy = text.trimEnd();
  return tidy.includes('[^') && shortFootnote.test(tidy) ? `${tidy} ↩` : tidy;
}

/** Ends a paragraph and removes a line break at its end, which has no effect. */
function endParagraph(lines: string[]): void {
  const last = lines.at(-1);
  if (last === undefined || last === '') return;
  lines[lines.length - 1] = last.trimEnd();
  lines.push('');
}
