import { blockTags, displayAttribute, formulaClass, rawMarkdownClass } from '../elements.ts';
import { startsWithCasedLetter, endsWithCasedLetter } from '../words.ts';
import { markedCode, markedLabel, markText } from './escape-markdown.ts';
import { markedEmphasis } from './markdown-emphasis.ts';
import { literal } from './markdown-marks.ts';

/** Returns the Markdown of an element, given that of its contents. */
export type Rule = (content: string, element: Element) => string;

/** Returns the rule for an element; null for elements that add no Markdown themselves. */
export function ruleOf(element: Element): Rule | null {
  const { localName: tag } = element;
  if (tag === 'code' && element.className === formulaClass) return formula;
  if (tag === 'code' && element.className === rawMarkdownClass)
    return (_, { textContent }) => textContent;
  if (tag === 'a' && !element.hasAttribute('href')) return null;
  if (tag === 'input' && !element.matches('li [type=checkbox]')) return null;
  return rules.get(tag) ?? null;
}

const heading: Rule = (content, { localName }) =>
  oneLine(content) === ''
    ? ''
    : `\n\n${'#'.repeat(Number(localName[1]))} ${headingText(content)}\n\n`;

const formula: Rule = (_, element) => {
  const tex = texOf(element.textContent);
  if (tex === '') return '';
  return element.hasAttribute(displayAttribute) ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
};

const struck: Rule = (content, element) => {
  const isNested = element.parentElement?.closest('del, s, strike') != null;
  return isNested ? content : strikethrough(emphasized(content, '~~'), element);
};

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['p', (content) => `\n\n${content}\n\n`],
  ['br', () => '  \n'],
  ['hr', () => '\n\n---\n\n'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, heading] as const),
  ...emphasisRules(['em', 'i'], '*'),
  ...emphasisRules(['strong', 'b'], '**'),
  ['a', (content, element) => linkMarkdown(content, element.getAttribute('href') ?? '')],
  [
    'img',
    (_, element) => {
      const label = markedLabel(markText(element.getAttribute('alt') ?? ''));
      return `![${label}](${destination(element.getAttribute('src') ?? '')})`;
    },
  ],
  ...['ul', 'ol', 'menu'].map((tag) => [tag, listMarkdown] as const),
  ['li', listItem],
  ['input', (_, element) => (element.matches(':checked') ? '[x] ' : '[ ] ')],
  ...['del', 's', 'strike'].map((tag) => [tag, struck] as const),
  [
    'table',
    (content, element) => {
      const columns = element.querySelector('tr')?.childElementCount ?? 0;
      // Markdown tables need a header row.
      const head = element.querySelector('thead') === null ? tableRow('   ', columns) : '';
      const rule = head === '' ? '' : `\n${tableRow('---', columns)}`;
      const rows = `${head}${rule}${content.replace(/\n+/g, '\n')}`.trimStart();
      return `\n\n${rows}\n\n`;
    },
  ],
  ['thead', (content) => content],
  ['tbody', (content) => content],
  [
    'tr',
    (content, element) => {
      const isHead = element.parentElement?.localName === 'thead';
      return `\n${content}${isHead ? `\n${tableRow('---', element.childElementCount)}` : ''}`;
    },
  ],
  ...['th', 'td'].map(
    (tag) =>
      [
        tag,
        (content: string, element: Element) => {
          const start = element.previousElementSibling === null ? '| ' : ' ';
          return `${start}${cellText(content)} |`;
        },
      ] as const,
  ),
  [
    'blockquote',
    (content) => {
      const lines = content.replace(/^\n+|\n+$/g, '').split('\n');
      return `\n\n${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
    },
  ],
  ['pre', (_, element) => codeBlock(element)],
  ['code', (content) => inlineCode(content)],
  [
    'sup',
    (content, element) => {
      const power = isPlain(element) ? caretPowerOf(element.textContent.trim()) : null;
      return power === null ? content : markText(power);
    },
  ],
  [
    'sub',
    (content, element) =>
      isPlain(element) ? content.replace(/[0-9+]/g, (sign) => subscripts[sign] ?? sign) : content,
  ],
  ['q', (content) => `“${content}”`],
]);

const subscripts: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+', (sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊'.charAt(at)]),
);

/** Letters in formulas are often in italics, which can be dropped. Other elements can't. */
function isPlain(node: Element): boolean {
  return node.querySelector(':not(i, em, b, strong, var, span)') === null;
}

function tableRow(cell: string, columns: number): string {
  return `|${` ${cell} |`.repeat(columns)}`;
}

/** Works on lines, because a pattern would take quadratic time on a long run of spaces. */
function oneLine(content: string): string {
  const trimmed = content.trim();
  if (!trimmed.includes('\n')) return trimmed;
  const lines = trimmed.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** A number sign at the end would be dropped. */
function headingText(content: string): string {
  return oneLine(content).replace(/(^|\s)\uFDD0?(#+)$/, '$1\\$2');
}

/** A bar after an odd number of backslashes is escaped. Backslashes of the page's text will be doubled. */
function cellText(content: string): string {
  // Matches all slashes, because looking for a bar after each would take quadratic time.
  const slashesAndBar = /((?:\uFDD0?\\)+)(\uFDD0?\|)?|\uFDD0?\|/g;
  return oneLine(content).replace(slashesAndBar, (found, slashes = '', bar = '') => {
    if (slashes !== '' && bar === '') return found;
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

function codeBlock(pre: Element): string {
  const code = pre.textContent.replace(/\r\n?/g, '\n');
  const [, language = ''] =
    /(?:^|\s)language-([^\s`]+)/.exec(pre.firstElementChild?.className ?? '') ?? [];
  const fence = '`'.repeat(longestRun(code, 2) + 1);
  return `\n\n${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}\n\n`;
}

function inlineCode(content: string): string {
  if (content === '') return '';
  const code = content.replace(/\r?\n|[\r\u2028\u2029]/g, ' ');
  const isTrimmed = code.startsWith(' ') && code.endsWith(' ') && /[^ ]/.test(code);
  const space = isTrimmed || code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  const delimiter = '`'.repeat(longestRun(code, 0) + 1);
  return markedCode(`${delimiter}${space}${code}${space}${delimiter}`);
}

/** Returns the length of the longest run of backticks, at least `min`. */
function longestRun(code: string, min: number): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), min);
}

function emphasisRules(tags: readonly string[], mark: '*' | '**'): [string, Rule][] {
  const selector = tags.join(', ');
  const rule: Rule = (content, element) => {
    const isNested = element.parentElement?.closest(selector) != null;
    return isNested || splitsWord(element) ? content : emphasized(content, mark);
  };
  return tags.map((tag) => [tag, rule]);
}

function splitsWord(node: Element): boolean {
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
  const words = content.trim();
  const at = content.indexOf(words);
  const [before, after] = [content.slice(0, at), content.slice(at + words.length)];
  return `${before}${markedEmphasis(words, mark)}${after}`;
}

/** Adds spaces, so that a struck-out price doesn't touch the new one. */
function strikethrough(content: string, node: Element): string {
  const words = node.textContent;
  const previous = adjacentInline(node, 'previousSibling')?.textContent ?? '';
  const next = adjacentInline(node, 'nextSibling');
  const following = next?.textContent ?? '';
  const isEndOfWord = endsWithCasedLetter(previous) && startsWithCasedLetter(words);
  const isStartOfWord =
    next?.nodeName === '#text' && endsWithCasedLetter(words) && startsWithCasedLetter(following);
  if (isEndOfWord || isStartOfWord) return content;
  const gap = (left: string, right: string) =>
    /[^\s\p{P}]$/u.test(left.slice(-2)) && /^[^\s\p{P}]/u.test(right.slice(0, 2)) ? ' ' : '';
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

function listMarkdown(content: string, node: Element): string {
  const items = content.replace(/^\n+|\n+$/g, '');
  if (items === '') return '';
  const isNested = node.parentElement?.localName === 'li' && node.nextElementSibling === null;
  // Lists with other numbers can't follow a line of text.
  const isTight = isNested && /^(?:-|1\.) /.test(items);
  return `${isTight ? '\n' : '\n\n'}${items}\n\n`;
}

function listItem(content: string, node: Element): string {
  const parent = node.parentElement;
  const marker = parent?.localName === 'ol' ? `${listItemNumber(node, parent)}. ` : '- ';
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

/** Every power of several characters has a digit, an operator or a Greek letter. */
const powerSign = /[\d+\-−–*/·^\u0370-\u03FF\u1F00-\u1FFF]/;

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
  // Compiling the pattern takes milliseconds.
  if (!powerSign.test(words) || !compoundPower.test(words)) return null;
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
