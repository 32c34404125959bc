/** Writes formulas in TeX that the page gives as elements alone. */
import type { RawDom } from './raw-dom.ts';

/** Nobody nests formulas so deep; a page could nest elements deeper than calls can. */
const deepest = 50;

type Write = (...parts: readonly string[]) => string;

const below: Write = (base = '', low = '') => `${baseOf(base)}_{${low}}`;
const both: Write = (base = '', low = '', high = '') => `${below(base, low)}^{${high}}`;

/** What the elements of MathML mean whose parts do not simply stand one after the other. */
const shapes: Readonly<Record<string, Write>> = {
  annotation: () => '',
  'annotation-xml': () => '',
  mfrac: (over, under) => `\\frac{${over}}{${under}}`,
  mover: (base, over) => `\\overset{${over}}{${base}}`,
  mroot: (of, degree) => `\\sqrt[${degree}]{${of}}`,
  msqrt: (...of) => `\\sqrt{${of.join('')}}`,
  msub: below,
  msubsup: both,
  msup: (base = '', high = '') => `${baseOf(base)}^{${high}}`,
  mtable: (...rows) => `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`,
  mtr: (...cells) => cells.join(' & '),
  munder: below,
  munderover: both,
};

/** Signs with a name of their own in TeX, which knows by it where their bounds stand. */
const operators: Readonly<Record<string, string>> = { '∑': '\\sum', '∏': '\\prod', '∫': '\\int' };

/** Gives what the structure of the element says, such as `\frac{1}{2}`; its bare letters where it has none. */
export function texOf(element: Element, dom: RawDom, depth = 0): string {
  const tag = dom.localName(element);
  const letters = lettersOf(element, dom);
  if (tag === 'mtext' && /\S\s|\s\S/.test(letters)) return `\\text{${letters}}`;
  const parts = depth < deepest ? dom.children(element) : [];
  if (parts.length === 0) return letters.replace(/\s/g, '');
  const written = parts.map((part) => texOf(part, dom, depth + 1));
  return (shapes[tag] ?? together)(...written);
}

const together: Write = (...parts) => parts.join('');

/** Some of the signs that authors write are none to be seen: they say that two letters are multiplied. */
function lettersOf(element: Element, dom: RawDom): string {
  return dom
    .textContent(element)
    .replace(/[\u2061-\u2064]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[{}$%#&_]/g, '\\$&');
}

/** What is raised or lowered belongs to all of its base. */
function baseOf(base: string): string {
  const sign = operators[base] ?? base;
  return /^(?:.|\\\w+)$/u.test(sign) ? sign : `{${sign}}`;
}
