/** Writes a part of a copied page as Markdown. */
import { strikethrough, tables, taskListItems } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { formulaClass } from '../element-kinds.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { prepareForMarkdown } from './markdown-preparation.ts';
import { tidyMarkdown } from './tidy-markdown.ts';

/**
 * Gives the Markdown of an element: headings, lists, tables, code with its language, quotes, links, the alternative
 * text of images. Blocks of the page are blocks of the Markdown. The element is used up.
 */
export function markdownOf(content: Element, base: string): string {
  prepareForMarkdown(content, base);
  const fragment = content.ownerDocument.createDocumentFragment();
  fragment.append(content);
  return tidyMarkdown(service.turndown(fragment));
}

const service = createService();

function createService(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.use([strikethrough, tables, taskListItems]);
  turndown.escape = escapeMarkdown;
  turndown.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) =>
      oneLine(content) === ''
        ? ''
        : `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${withinLine(content)}\n\n`,
  });
  turndown.addRule('emphasis', {
    filter: ['em', 'i'],
    replacement: (content, node) =>
      isWithin(node, 'em, i') || splitsWord(node) ? content : emphasized(content, '*'),
  });
  turndown.addRule('strong', {
    filter: ['strong', 'b'],
    replacement: (content, node) =>
      isWithin(node, 'strong, b') || splitsWord(node) ? content : emphasized(content, '**'),
  });
  turndown.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => linked(content, node.getAttribute('href') ?? ''),
  });
  turndown.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => listItem(content, node),
  });
  turndown.addRule('tableCell', {
    filter: ['th', 'td'],
    replacement: (content, node) => {
      const start = node.previousElementSibling === null ? '| ' : ' ';
      return `${start}${withinLine(content).replace(/\|/g, '\\|')} |`;
    },
  });
  turndown.addRule('formula', {
    filter: (node) => node.nodeName === 'CODE' && node.className === formulaClass,
    replacement: (_, node) => `$${oneLine(node.textContent)}$`,
  });
  turndown.addRule('quotation', { filter: 'q', replacement: (content) => `“${content}”` });
  return turndown;
}

function oneLine(content: string): string {
  return content.trim().replace(/\s*\n\s*/g, ' ');
}

/** Words that never start a line. */
function withinLine(content: string): string {
  return withoutLineEscape(oneLine(content));
}

/** Behind another mark, `1.` and `-` begin no list, so they need no backslash. */
function withoutLineEscape(content: string): string {
  return content.replace(/^(\d{1,9})?\\(?=[-.)#+>=])/, '$1');
}

function isWithin(node: HTMLElement, selector: string): boolean {
  return node.parentElement?.closest(selector) != null;
}

/** A first letter in bold would be written as a word of its own; between ideographs there are no words to split. */
function splitsWord(node: HTMLElement): boolean {
  const text = node.textContent;
  const before = node.previousSibling?.textContent ?? '';
  const after = node.nextSibling?.textContent ?? '';
  return (
    (/[^\P{L}\p{Lo}]$/u.test(before) && /^[^\P{L}\p{Lo}]/u.test(text)) ||
    (/[^\P{L}\p{Lo}]$/u.test(text) && /^[^\P{L}\p{Lo}]/u.test(after))
  );
}

/** Marks of emphasis cannot reach over a paragraph, and must touch the words. */
function emphasized(content: string, mark: string): string {
  if (content.trim() === '' || /\n\s*\n/.test(content)) return content;
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  return `${before}${mark}${withoutLineEscape(words)}${mark}${after}`;
}

function linked(content: string, address: string): string {
  const text = withinLine(content);
  if (text === '') return '';
  const isBalanced = text.split('[').length === text.split(']').length;
  const label = isBalanced ? text : text.replace(/(?<!\\)[[\]]/g, '\\$&');
  return `[${label}](${address.replace(/[()<>]/g, '\\$&')})`;
}

/** Numbers are kept per list, since counting the items before each item takes too long in a long list. */
const nextNumber = new WeakMap<Node, number>();

function listItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  let marker = '- ';
  if (list?.nodeName === 'OL') {
    const number = nextNumber.get(list) ?? Number.parseInt(list.getAttribute('start') ?? '1', 10);
    nextNumber.set(list, number + 1);
    marker = `${Number.isNaN(number) ? 1 : number}. `;
  }
  const text = content
    .replace(/^\n+/, '')
    .trimEnd()
    .replace(/^(\[[ x]\]) +/, '$1 ');
  if (text === '') return '';
  const isLast = node.nextElementSibling === null;
  return `${marker}${text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)}${isLast ? '' : '\n'}`;
}
