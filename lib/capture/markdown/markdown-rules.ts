import TurndownService from 'turndown';
import { blockTags, displayAttribute, formulaClass, rawMarkdownClass } from '../elements.ts';
import { startsWithCasedLetter, endsWithCasedLetter } from '../words.ts';
import { markedCode, markedLabel, markText } from './escape-markdown.ts';
import { markedEmphasis } from './markdown-emphasis.ts';
import { literal } from './markdown-marks.ts';

/** Creates a converter for content that `prepareForMarkdown` has prepared. */
export function createConverter(): TurndownService {
  const turndown = new TurndownService();
  turndown.escape = markText;
  // Each element is tested against all rules, so the default ones would only take time.
  turndown.rules.array = Object.values(rules);
  return turndown;
}

/** The first rule whose filter matches is used. */
const rules: Readonly<Record<string, TurndownService.Rule>> = {
  paragraph: { filter: 'p', replacement: (content) => `\n\n${content}\n\n` },
  lineBreak: { filter: 'br', replacement: () => '  \n' },
  rule: { filter: 'hr', replacement: () => '\n\n---\n\n' },
  heading: {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) =>
      oneLine(content) === ''
        ? ''
        : `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${headingText(content)}\n\n`,
  },
  emphasis: emphasisRule(['em', 'i'], '*'),
  strong: emphasisRule(['strong', 'b'], '**'),
  link: {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => linkMarkdown(content, node.getAttribute('href') ?? ''),
  },
  image: {
    filter: 'img',
    replacement: (_, node) => {
      const label = markedLabel(markText(node.getAttribute('alt') ?? ''));
      return `![${label}](${destination(node.getAttribute('src') ?? '')})`;
    },
  },
  list: { filter: ['ul', 'ol', 'menu'], replacement: listMarkdown },
  listItem: { filter: 'li', replacement: listItem },
  task: {
    filter: (node) => node.nodeName === 'INPUT' && node.matches('li [type=checkbox]'),
    replacement: (_, node) => (node.matches(':checked') ? '[x] ' : '[ ] '),
  },
  struck: {
    filter: (node) => /^(?:DEL|S|STRIKE)$/.test(node.nodeName),
    replacement: (content, node) => {
      const isNested = node.parentElement?.closest('del, s, strike') != null;
      return isNested ? content : strikethrough(emphasized(content, '~~'), node);
    },
  },
  table: {
    filter: 'table',
    replacement: (content, node) => {
      const columns = node.querySelector('tr')?.childElementCount ?? 0;
      // Markdown tables need a header row.
      const head = node.querySelector('thead') === null ? tableRow('   ', columns) : '';
      const rule = head === '' ? '' : `\n${tableRow('---', columns)}`;
      const rows = `${head}${rule}${content.replace(/\n+/g, '\n')}`.trimStart();
      return `\n\n${rows}\n\n`;
    },
  },
  tableSection: { filter: ['thead', 'tbody'], replacement: (content) => content },
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
      return `${start}${cellText(content)} |`;
    },
  },
  formula: {
    filter: (node) => node.nodeName === 'CODE' && node.className === formulaClass,
    replacement: (_, node) => {
      const tex = texOf(node.textContent);
      if (tex === '') return '';
      return node.hasAttribute(displayAttribute) ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
    },
  },
  quote: {
    filter: 'blockquote',
    replacement(content) {
      const lines = content.replace(/^\n+|\n+$/g, '').split('\n');
      return `\n\n${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
    },
  },
  written: {
    filter: (node) => node.nodeName === 'CODE' && node.className === rawMarkdownClass,
    replacement: (_, node) => node.textContent,
  },
  codeBlock: { filter: 'pre', replacement: (_, node) => codeBlock(node) },
  code: { filter: 'code', replacement: (content) => inlineCode(content) },
  raised: {
    filter: 'sup',
    replacement: (content, node) => {
      const power = isPlain(node) ? caretPowerOf(node.textContent.trim()) : null;
      return power === null ? content : markText(power);
    },
  },
  lowered: {
    filter: 'sub',
    replacement: (content, node) =>
      isPlain(node) ? content.replace(/[0-9+]/g, (sign) => subscripts[sign] ?? sign) : content,
  },
  quotation: { filter: 'q', replacement: (content) => `“${content}”` },
};

const subscripts: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+', (sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊'.charAt(at)]),
);

/** Letters in formulas are often in italics, which can be dropped. Other elements can't. */
function isPlain(node: HTMLElement): boolean {
  return node.querySelector(':not(i, em, b, strong, var, span)') === null;
}

function tableRow(cell: string, columns: number): string {
  return `|${` ${cell} |`.repeat(columns)}`;
}

function oneLine(content: string): string {
  return content.trim().replace(/\s*\n\s*/g, ' ');
}

/** A number sign at the end would be dropped. */
function headingText(content: string): string {
  return oneLine(content).replace(/(^|\s)\uFDD0?(#+)$/, '$1\\$2');
}

/** A bar after an odd number of backslashes is escaped. Backslashes of the page's text will be doubled. */
function cellText(content: string): string {
  return oneLine(content).replace(/((?:\uFDD0?\\)*)\uFDD0?\|/g, (_, slashes: string) => {
    const isOdd = !slashes.includes(literal) && slashes.length % 2 === 1;
    return `${slashes}${isOdd ? '\\' : ''}\\|`;
  });
}

/** Removes the style around all of a formula, and adds spaces if Markdown would read links or HTML. */
function texOf(source: string): string {
  const tex = oneLine(source);
  const [, styled] =
    /^\{\\(?:display|text)style ([^{}]*(?:\{(?:[^{}]|\{[^{}]*\})*\}[^{}]*)*)\}$/.exec(tex) ?? [];
  return (styled ?? tex).replace(/([<&])(?=[a-z/!?#])|(\])(?=[([:])/gi, '$& ').replaceAll('`', '‘');
}

function codeBlock(pre: HTMLElement): string {
  const code = pre.textContent.replace(/\r\n?/g, '\n');
  const [, language = ''] =
    /(?:^|\s)language-([^\s`]+)/.exec(pre.firstElementChild?.className ?? '') ?? [];
  const fence = '`'.repeat(longestRun(code, 2) + 1);
  return `\n\n${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}\n\n`;
}

function inlineCode(content: string): string {
  if (content === '') return '';
  const code = content.replace(/\r?\n|[\r\u2028\u2029]/g, ' ');
  const space = /^`|^ .*?[^ ].* $|`$/.test(code) ? ' ' : '';
  const delimiter = '`'.repeat(longestRun(code, 0) + 1);
  return markedCode(`${delimiter}${space}${code}${space}${delimiter}`);
}

/** Returns the length of the longest run of backticks, at least `min`. */
function longestRun(code: string, min: number): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), min);
}

function emphasisRule(
  tags: ('em' | 'i' | 'strong' | 'b')[],
  mark: '*' | '**',
): TurndownService.Rule {
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
function emphasized(content: string, mark: '*' | '**' | '~~'): string {
  if (content.trim() === '' || /\n\s*\n/.test(content)) return content;
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  return `${before}${markedEmphasis(words, mark)}${after}`;
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
  const text = oneLine(content);
  return text === '' ? '' : `[${markedLabel(text)}](${destination(address)})`;
}

/** Escapes characters that would end the link or the cell around it, or that Markdown decodes. */
function destination(address: string): string {
  return address
    .replaceAll('\\', '%5C')
    .replaceAll('`', '%60')
    .replaceAll('|', '%7C')
    .replace(/(&#?\w+);/g, '$1%3B')
    .replace(/[()<>]/g, '\\$&');
}

function listMarkdown(content: string, node: HTMLElement): string {
  const items = content.replace(/^\n+|\n+$/g, '');
  if (items === '') return '';
  const isNested = node.parentElement?.nodeName === 'LI' && node.nextElementSibling === null;
  // Lists with other numbers can't follow a line of text.
  const isTight = isNested && /^(?:-|1\.) /.test(items);
  return `${isTight ? '\n' : '\n\n'}${items}\n\n`;
}

function listItem(content: string, node: HTMLElement): string {
  const parent = node.parentElement;
  const marker = parent?.nodeName === 'OL' ? `${listItemNumber(node, parent)}. ` : '- ';
  const text = content
    .replace(/^\n+/, '')
    .trimEnd()
    .replace(/^ *(\[[ x]\]) +/, '$1 ')
    // After `-`, it would be part of a rule around the list.
    .replace(/^---(?=\n|$)/, '***');
  if (text === '') return '';
  return `\n${marker}${text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)}\n`;
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
