import TurndownService from 'turndown';
import { blockTags, displayAttribute, formulaClass, rawMarkdownClass } from '../elements.ts';
import { startsWithCasedLetter, endsWithCasedLetter } from '../words.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** Creates a converter for content that `prepareForMarkdown` has prepared. */
export function createConverter(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.escape = escapeMarkdown;
  for (const [name, rule] of Object.entries(rules)) turndown.addRule(name, rule);
  return turndown;
}

const rules: Readonly<Record<string, TurndownService.Rule>> = {
  heading: {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) =>
      oneLine(content) === ''
        ? ''
        : `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${inlineContent(content)}\n\n`,
  },
  emphasis: emphasisRule(['em', 'i'], '*'),
  strong: emphasisRule(['strong', 'b'], '**'),
  link: {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => linkMarkdown(content, node.getAttribute('href') ?? ''),
  },
  listItem: { filter: 'li', replacement: listItem },
  task: {
    filter: (node) => node.nodeName === 'INPUT' && node.matches('li [type=checkbox]'),
    replacement: (_, node) => (node.matches(':checked') ? '[x] ' : '[ ] '),
  },
  struck: {
    filter: (node) => /^(?:DEL|S|STRIKE)$/.test(node.nodeName),
    replacement: (content, node) => strikethrough(emphasized(content, '~~'), node),
  },
  table: {
    filter: 'table',
    replacement: (content, node) => {
      const caption = node.querySelector('caption')?.textContent ?? '';
      const columns = node.querySelector('tr')?.childElementCount ?? 0;
      // Markdown tables need a header row.
      const head = node.querySelector('thead') === null ? tableRow('   ', columns) : '';
      const rule = head === '' ? '' : `\n${tableRow('---', columns)}`;
      const rows = `${head}${rule}${content.replace(/\n+/g, '\n')}`.trimStart();
      return `\n\n${caption === '' ? '' : `${caption}\n\n`}${rows}\n\n`;
    },
  },
  tableSection: { filter: ['thead', 'tbody'], replacement: (content) => content },
  tableCaption: { filter: 'caption', replacement: () => '' },
  tableRow: {
    filter: 'tr',
    replacement: (content, node) => {
      const isHead = node.parentElement?.nodeName === 'THEAD';
      return `\n${content}${isHead ? `\n${tableRow('---', node.childElementCount)}` : ''}`;
    },
  },
  tableCell: {
    filter: ['th', 'td'],
    replacement: (content, node) => {
      const start = node.previousElementSibling === null ? '| ' : ' ';
      return `${start}${inlineContent(content).replace(/\|/g, '\\|')} |`;
    },
  },
  formula: {
    filter: (node) => node.nodeName === 'CODE' && node.className === formulaClass,
    replacement: (_, node) => {
      const tex = oneLine(node.textContent);
      return node.hasAttribute(displayAttribute) ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
    },
  },
  written: {
    filter: (node) => node.nodeName === 'CODE' && node.className === rawMarkdownClass,
    replacement: (_, node) => node.textContent,
  },
  raised: {
    filter: 'sup',
    replacement: (content, node) => {
      // Letters in formulas are often in italics, which can be dropped. Other elements can't.
      const isPlain = node.querySelector(':not(i, em, b, strong, var, span)') === null;
      const power = isPlain ? caretPowerOf(node.textContent.trim()) : null;
      return power === null ? content : escapeMarkdown(power);
    },
  },
  lowered: {
    filter: 'sub',
    replacement: (content) => content.replace(/[0-9+]/g, (sign) => subscripts[sign] ?? sign),
  },
  quotation: { filter: 'q', replacement: (content) => `“${content}”` },
};

const subscripts: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+', (sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊'.charAt(at)]),
);

function tableRow(cell: string, columns: number): string {
  return `|${` ${cell} |`.repeat(columns)}`;
}

function oneLine(content: string): string {
  return content.trim().replace(/\s*\n\s*/g, ' ');
}

function inlineContent(content: string): string {
  return withoutLineEscape(oneLine(content));
}

/** After other syntax, `1.` and `-` don't start a list. */
function withoutLineEscape(content: string): string {
  return content.replace(/^(\d{1,9})?\\(?=[-.)#+>=])/, '$1');
}

function emphasisRule(tags: ('em' | 'i' | 'strong' | 'b')[], mark: string): TurndownService.Rule {
  const selector = tags.join(', ');
  return {
    filter: tags,
    replacement(content, node) {
      const isNested = node.parentElement?.closest(selector) != null;
      return isNested || splitsWord(node) ? content : emphasized(content, mark);
    },
  };
}

function splitsWord(node: HTMLElement): boolean {
  const text = node.textContent;
  const before = node.previousSibling?.textContent ?? '';
  const after = node.nextSibling?.textContent ?? '';
  return (
    (endsWithCasedLetter(before) && startsWithCasedLetter(text)) ||
    (endsWithCasedLetter(text) && startsWithCasedLetter(after))
  );
}

/** Emphasis can't span paragraphs, and its delimiters must touch the words. */
function emphasized(content: string, mark: string): string {
  if (content.trim() === '' || /\n\s*\n/.test(content)) return content;
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  return `${before}${mark}${withoutLineEscape(words)}${mark}${after}`;
}

/** Adds spaces, so that a struck-out price doesn't touch the new one. */
function strikethrough(content: string, node: HTMLElement): string {
  const words = node.textContent;
  const previous = adjacentInline(node, 'previousSibling')?.textContent ?? '';
  const next = adjacentInline(node, 'nextSibling');
  const following = next?.textContent ?? '';
  const isEndOfWord = endsWithCasedLetter(previous) && startsWithCasedLetter(words);
  const isStartOfWord =
    next?.nodeName === '#text' && endsWithCasedLetter(words) && startsWithCasedLetter(following);
  if (isEndOfWord || isStartOfWord) return content;
  const gap = (left: string, right: string) =>
    /[^\s\p{P}]$/u.test(left) && /^[^\s\p{P}]/u.test(right) ? ' ' : '';
  return gap(previous, words) + content + gap(words, following);
}

/** Also looks outside the inline elements around the node. */
function adjacentInline(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let at: Node | null = node;
  while (at !== null && at[side] === null) {
    at = at.parentNode;
    if (at !== null && blockTags.has(at.nodeName.toLowerCase())) return null;
  }
  return at?.[side] ?? null;
}

function linkMarkdown(content: string, address: string): string {
  const text = inlineContent(content);
  if (text === '') return '';
  const isBalanced = text.split('[').length === text.split(']').length;
  const label = isBalanced ? text : text.replace(/(?<!\\)[[\]]/g, '\\$&');
  return `[${label}](${address.replace(/[()<>]/g, '\\$&')})`;
}

function listItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  const marker = list?.nodeName === 'OL' ? `${listItemNumber(node, list)}. ` : '- ';
  const text = content
    .replace(/^\n+/, '')
    .trimEnd()
    .replace(/^ *(\[[ x]\]) +/, '$1 ');
  if (text === '') return '';
  const isLast = node.nextElementSibling === null;
  return `${marker}${text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)}${isLast ? '' : '\n'}`;
}

/** A single symbol or number. Other letters are footnote markers or suffixes such as `th`. */
const power = /^(?:[+\-−–]?\d+[+\-−]?|[+\-−nxyzkmijπ])$/u;
/** Rejects words, footnote ranges (`a–c`) and abbreviations (`c/o`): requires a variable, a sum or a digit. */
const algebraicLookahead = '(?!n/a$)(?!.*\\p{L}{3})(?=.*[nxyzkmij\\d+])';

/** Powers that need brackets: `n+1`, `1/2`, `2n`, `−kt`, `iπ`. */
const compoundPower = new RegExp(
  '^(?=[\\p{L}\\d()+\\-−–*/·^ ]{2,20}$)(?:' +
    [
      `${algebraicLookahead}(?:.*[^\\p{L}])?[A-Za-z\\p{Script=Greek}] ?[+\\-−–*/·] ?[\\p{L}\\d(].*`,
      '.*\\d ?[+*/·] ?[\\p{L}\\d(].*',
      '[+\\-−–]?\\d+[nxyzkmijt]',
      '[+\\-−–]\\p{L}{1,3}',
      '(?!\\p{Script=Greek}+$).*\\p{Script=Greek}.*',
    ].join('|') +
    ')$',
  'u',
);

/** Returns a superscript written as a power (`^2`); null if it isn't a power. */
export function caretPowerOf(words: string): string | null {
  if (power.test(words)) return `^${words}`;
  if (!compoundPower.test(words)) return null;
  const isBracketed = /^\([^()]*\)$/.test(words);
  return isBracketed ? `^${words}` : `^(${words})`;
}

/** Numbered once per list, because counting the items before each item is quadratic. */
const numbers = new WeakMap<Element, ReadonlyMap<Element, number>>();

export function listItemNumber(item: Element, list: Element): number {
  const counted = numbers.get(list) ?? numbersIn(list);
  numbers.set(list, counted);
  return Math.min(maxListNumber, Math.max(0, counted.get(item) ?? 1));
}

function numbersIn(list: Element): ReadonlyMap<Element, number> {
  const items = Array.from(list.children).filter(({ localName }) => localName === 'li');
  const isReversed = list.hasAttribute('reversed');
  const step = isReversed ? -1 : 1;
  let next = numberIn(list, 'start') ?? (isReversed ? items.length : 1);
  const counted = new Map<Element, number>();
  for (const item of items) {
    const number = numberIn(item, 'value') ?? next;
    counted.set(item, number);
    next = number + step;
  }
  return counted;
}

/** Markdown allows no negative list numbers and at most nine digits. */
const maxListNumber = 999_999_999;

function numberIn(element: Element, name: 'start' | 'value'): number | null {
  const written = /^\s*(\d{1,9})(?!\d)/.exec(element.getAttribute(name) ?? '')?.[1];
  return written === undefined ? null : Number(written);
}
