/** What Markdown stands for each element: the rules of the converter where they are not its own. */
import TurndownService from 'turndown';
import { blockTags, displayMark, formulaClass, writtenClass } from '../element-kinds.ts';
import { beginsInWord, endsInWord } from '../letters.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { numberOf } from './list-numbers.ts';
import { powerOf } from './raised.ts';

/** Makes the converter. It takes the copy of a part of a page, prepared by `prepareForMarkdown`. */
export function createConverter(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
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
  turndown.addRule('task', {
    filter: (node) => node.nodeName === 'INPUT' && node.matches('li [type=checkbox]'),
    replacement: (_, node) => (node.matches(':checked') ? '[x] ' : '[ ] '),
  });
  turndown.addRule('struck', {
    filter: (node) => /^(?:DEL|S|STRIKE)$/.test(node.nodeName),
    replacement: (content, node) => struck(emphasized(content, '~~'), node),
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const caption = node.querySelector('caption')?.textContent ?? '';
      const columns = node.querySelector('tr')?.childElementCount ?? 0;
      // Markdown knows no table without a head.
      const head = node.querySelector('thead') === null ? lineOfTable('   ', columns) : '';
      const rule = head === '' ? '' : `\n${lineOfTable('---', columns)}`;
      const rows = `${head}${rule}${content.replace(/\n+/g, '\n')}`.trimStart();
      return `\n\n${caption === '' ? '' : `${caption}\n\n`}${rows}\n\n`;
    },
  });
  turndown.addRule('tableSection', {
    filter: ['thead', 'tbody'],
    replacement: (content) => content,
  });
  turndown.addRule('tableCaption', { filter: 'caption', replacement: () => '' });
  turndown.addRule('tableRow', {
    filter: 'tr',
    replacement: (content, node) => {
      const isHead = node.parentElement?.nodeName === 'THEAD';
      return `\n${content}${isHead ? `\n${lineOfTable('---', node.childElementCount)}` : ''}`;
    },
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
    replacement: (_, node) => {
      const tex = oneLine(node.textContent);
      return node.hasAttribute(displayMark) ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
    },
  });
  turndown.addRule('written', {
    filter: (node) => node.nodeName === 'CODE' && node.className === writtenClass,
    replacement: (_, node) => node.textContent,
  });
  turndown.addRule('raised', {
    filter: 'sup',
    replacement: (content, node) => {
      // Letters of a formula are often in italics, which its power need not be.
      const isPlain = node.querySelector(':not(i, em, b, strong, var, span)') === null;
      const power = isPlain ? powerOf(node.textContent.trim()) : null;
      return power === null ? content : escapeMarkdown(power);
    },
  });
  turndown.addRule('lowered', {
    filter: 'sub',
    replacement: (content) => content.replace(/[0-9+]/g, (sign) => lowered[sign] ?? sign),
  });
  turndown.addRule('quotation', { filter: 'q', replacement: (content) => `“${content}”` });
  return turndown;
}

const lowered: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+', (sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊'.charAt(at)]),
);

function lineOfTable(cell: string, columns: number): string {
  return `|${` ${cell} |`.repeat(columns)}`;
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
  return (endsInWord(before) && beginsInWord(text)) || (endsInWord(text) && beginsInWord(after));
}

/** Marks of emphasis cannot reach over a paragraph, and must touch the words. */
function emphasized(content: string, mark: string): string {
  if (content.trim() === '' || /\n\s*\n/.test(content)) return content;
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  return `${before}${mark}${withoutLineEscape(words)}${mark}${after}`;
}

/** What was struck out and what stands in its place stay two, also where no space parts them: an old price and the new. */
function struck(content: string, node: HTMLElement): string {
  const words = node.textContent;
  const previous = inlineBeside(node, 'previousSibling')?.textContent ?? '';
  const next = inlineBeside(node, 'nextSibling');
  const following = next?.textContent ?? '';
  const isEndOfWord = endsInWord(previous) && beginsInWord(words);
  const isStartOfWord = next?.nodeName === '#text' && endsInWord(words) && beginsInWord(following);
  if (isEndOfWord || isStartOfWord) return content;
  const gap = (left: string, right: string) =>
    /[^\s\p{P}]$/u.test(left) && /^[^\s\p{P}]/u.test(right) ? ' ' : '';
  return gap(previous, words) + content + gap(words, following);
}

/** What stands right beside an element in its line, though it be in an element of its own. */
function inlineBeside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let at: Node | null = node;
  while (at !== null && at[side] === null) {
    at = at.parentNode;
    if (at !== null && blockTags.has(at.nodeName.toLowerCase())) return null;
  }
  return at?.[side] ?? null;
}

function linked(content: string, address: string): string {
  const text = withinLine(content);
  if (text === '') return '';
  const isBalanced = text.split('[').length === text.split(']').length;
  const label = isBalanced ? text : text.replace(/(?<!\\)[[\]]/g, '\\$&');
  return `[${label}](${address.replace(/[()<>]/g, '\\$&')})`;
}

function listItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  const marker = list?.nodeName === 'OL' ? `${numberOf(node, list)}. ` : '- ';
  const text = content
    .replace(/^\n+/, '')
    .trimEnd()
    .replace(/^ *(\[[ x]\]) +/, '$1 ');
  if (text === '') return '';
  const isLast = node.nextElementSibling === null;
  return `${marker}${text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)}${isLast ? '' : '\n'}`;
}
