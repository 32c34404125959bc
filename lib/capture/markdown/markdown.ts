/** Writes a part of a copied page as Markdown, a block at a time, so that the page has its turn in between. */
import { blockTags } from '../element-kinds.ts';
import type { Pace } from '../pace.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { isLongLine, partsOf, stretchesOf } from './long-blocks.ts';
import { prepareForMarkdown } from './markdown-preparation.ts';
import { createConverter } from './markdown-rules.ts';
import { tidyMarkdown } from './tidy-markdown.ts';

const converter = createConverter();

/** These only hold blocks: nothing of their own is written, so what they hold is converted part by part. */
const holders: ReadonlySet<string> = new Set(
  (
    'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form header ' +
    'hgroup legend main nav search section summary'
  ).split(' '),
);

/** What can stand for a block of its own, such as the elements of a component, is looked into for blocks. */
const blocksWithin = Array.from(blockTags).join(', ');

/**
 * Gives the Markdown of an element: headings, lists, tables, code with its language, quotes, links, notes, formulas,
 * the alternative text of images. Blocks of the page are blocks of the Markdown. The element is used up.
 */
export async function markdownOf(content: Element, base: string, pace: Pace): Promise<string> {
  await prepareForMarkdown(content, base, pace);
  const holder = content.ownerDocument.createElement('div');
  holder.append(content);
  const written: string[] = [];
  await write(holder, written, pace);
  await pace();
  return tidyMarkdown(written.join('\n\n'));
}

async function write(holder: Element, written: string[], pace: Pace): Promise<void> {
  let line: Node[] = [];
  let next: Node | null;
  for (let child: Node | null = holder.firstChild; child !== null; child = next) {
    // What is written is moved.
    next = child.nextSibling;
    if (!isElement(child) || !isBlock(child)) {
      if (line.length > 0 || !isSpace(child)) line.push(child);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page, with its turns in between
    if (line.length > 0) written.push(await lineWritten(holder, line, pace));
    line = [];
    // oxlint-disable-next-line no-await-in-loop
    if (isHolder(child)) await write(child, written, pace);
    // oxlint-disable-next-line no-await-in-loop
    else written.push(await blockWritten(holder, child, pace));
    // oxlint-disable-next-line no-await-in-loop
    await pace();
  }
  if (line.length > 0) written.push(await lineWritten(holder, line, pace));
}

/** A long line is converted in stretches, which are parted where there is a space anyway. */
async function lineWritten(holder: Element, line: readonly Node[], pace: Pace): Promise<string> {
  const written: string[] = [];
  for (const stretch of stretchesOf(line)) {
    const words = converted(holder, stretch);
    if (words !== '') written.push(words);
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page, with its turns in between
    await pace();
  }
  return written.join(' ');
}

async function blockWritten(holder: Element, block: Element, pace: Pace): Promise<string> {
  if (block.localName === 'p' && isLongLine(block)) {
    return lineWritten(holder, Array.from(block.childNodes), pace);
  }
  const long = partsOf(block);
  if (long === null) return converted(holder, [block]);
  const written: string[] = [];
  for (const part of long.parts) {
    written.push(converted(holder, [part]));
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page, with its turns in between
    await pace();
  }
  return long.join(written);
}

function converted(holder: Element, nodes: readonly Node[]): string {
  const words = wordsAlone(nodes);
  if (words !== null) return plainlyWritten(words);
  const part = holder.ownerDocument.createDocumentFragment();
  part.append(...nodes);
  return converter.turndown(part);
}

/** The words of a line or a paragraph without any element in it: most are so, and need no converter. */
function wordsAlone([node, second]: readonly Node[]): string | null {
  if (node === undefined || second !== undefined) return null;
  const text = node.nodeName === 'P' && node.childNodes.length === 1 ? node.firstChild : node;
  return text?.nodeType === node.TEXT_NODE ? (text.nodeValue ?? '') : null;
}

/** What the converter makes of words alone. */
function plainlyWritten(words: string): string {
  const line = words.replace(/[ \t\r\n]{2,}|[\t\r\n]/g, ' ').replace(/^ | $/g, '');
  return /\S/.test(line) ? escapeMarkdown(line).trimEnd() : '';
}

function isSpace(node: Node): boolean {
  return node.nodeType === node.TEXT_NODE && !/\S/.test(node.nodeValue ?? '');
}

function isBlock(element: Element): boolean {
  return blockTags.has(element.localName) || isHolder(element);
}

function isHolder(element: Element): boolean {
  if (holders.has(element.localName)) return true;
  const isPlain = element.localName === 'span' || element.localName.includes('-');
  return isPlain && element.querySelector(blocksWithin) !== null;
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
