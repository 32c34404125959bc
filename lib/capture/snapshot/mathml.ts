/** Writes formulas in TeX that the page gives as elements alone. */
import type { RawDom } from './raw-dom.ts';

/** Nobody nests formulas so deep; a page could nest elements deeper than calls can. */
const deepest = 50;

/** What the elements of MathML mean, by the number of each part; `0` is all of them, one after the other. */
const shapes: Readonly<Record<string, string>> = {
  annotation: '',
  'annotation-xml': '',
  mfrac: '\\frac{@1}{@2}',
  mover: '\\overset{@2}{@1}',
  mroot: '\\sqrt[@2]{@1}',
  msqrt: '\\sqrt{@0}',
  msub: '@1_{@2}',
  msubsup: '@1_{@2}^{@3}',
  msup: '@1^{@2}',
  mtable: '\\begin{matrix}@0\\end{matrix}',
  munder: '@1_{@2}',
  munderover: '@1_{@2}^{@3}',
};

const gaps: Readonly<Record<string, string>> = { mtable: ' \\\\ ', mtr: ' & ' };

/** Signs with a name of their own in TeX, which knows by it where their bounds stand. */
const operators: Readonly<Record<string, string>> = { '∑': '\\sum', '∏': '\\prod', '∫': '\\int' };

/** Gives what the structure of the element says, such as `\frac{1}{2}`; its bare letters where it has none. */
export function texOf(element: Element, dom: RawDom, depth = 0): string {
  const tag = dom.localName(element);
  // Some signs are not to be seen: they say that two letters are multiplied.
  const letters = dom.textContent(element).replace(/[\u2061-\u2064]/g, '');
  const escaped = letters.replace(/\s+/g, ' ').replace(/[{}$%#&_]/g, '\\$&');
  if (tag === 'mtext' && /\S\s|\s\S/.test(escaped)) return `\\text{${escaped}}`;
  const parts = depth < deepest ? dom.children(element) : [];
  if (parts.length === 0) return escaped.replace(/\s/g, '');
  const written = parts.map((part) => texOf(part, dom, depth + 1));
  const shape = shapes[tag] ?? '@0';
  // What is raised or lowered belongs to all of its base.
  if (shape.startsWith('@1')) written[0] = baseOf(written[0] ?? '');
  return shape.replace(/@(\d)/g, (_, number) =>
    number === '0' ? written.join(gaps[tag] ?? '') : (written[Number(number) - 1] ?? ''),
  );
}

function baseOf(base: string): string {
  return operators[base] ?? (/^.$/u.test(base) ? base : `{${base}}`);
}
