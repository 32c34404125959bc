import { createElement, displayAttribute, formulaClass } from '../elements.ts';
import type { RawDom } from './raw-dom.ts';

/** Returns TeX, or plain text if the formula has no structure. */
export function formulaOf(math: Element, dom: RawDom, copy: Document): Node {
  const source = dom
    .byTag(math, 'annotation')
    .find((annotation) => (dom.attribute(annotation, 'encoding') ?? '').endsWith('tex'));
  const declared = source === undefined ? dom.attribute(math, 'alttext') : dom.textContent(source);
  const declaredTex = (declared ?? '').trim();
  const tex = declaredTex === '' ? texOf(math, dom) : declaredTex;
  if (declaredTex === '' && !/[\\^_]/.test(tex)) return copy.createTextNode(tex);
  return formulaElement(tex, dom.attribute(math, 'display') === 'block', copy);
}

/** MathJax 2 keeps the TeX source in a script next to the formula. Returns null for other scripts. */
export function mathJaxFormulaOf(script: Element, dom: RawDom, copy: Document): Node | null {
  const type = dom.attribute(script, 'type') ?? '';
  if (!/^math\/tex\b/.test(type)) return null;
  return formulaElement(dom.textContent(script).trim(), /mode=display/.test(type), copy);
}

/** Detects MathML source that pages hide next to the rendered formula. */
export function isFormulaSource(element: Element, dom: RawDom): boolean {
  const [math] = dom.byTag(element, 'math');
  return math !== undefined && dom.textContent(math).trim() === dom.textContent(element).trim();
}

export function isMathJaxRendering(element: Element, dom: RawDom): boolean {
  return /(?:^|\s)MathJax(?:_|\s|$)/.test(dom.attribute(element, 'class') ?? '');
}

function formulaElement(tex: string, isDisplayed: boolean, copy: Document): Element {
  // On one line, a comment would hide the rest of the formula.
  const formula = createElement(copy, 'code', tex.replace(/(?<!\\)%[^\n]*\n/g, '\n'));
  formula.setAttribute('class', formulaClass);
  if (isDisplayed) formula.setAttribute(displayAttribute, '');
  return formula;
}

/** Keeps a hostile page from overflowing the stack. */
const maxDepth = 50;

/** `@1` to `@3` are the children, `@0` all of them in order. */
const texTemplates: Readonly<Record<string, string>> = {
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

const separators: Readonly<Record<string, string>> = { mtable: ' \\\\ ', mtr: ' & ' };
const operators: Readonly<Record<string, string>> = { '∑': '\\sum', '∏': '\\prod', '∫': '\\int' };

/** A larger formula isn't written by hand, and is read as text. */
const maxParts = 5_000;

function texOf(element: Element, dom: RawDom, depth = 0): string {
  const tag = dom.localName(element);
  // Invisible operators: function application, times, separator, plus.
  const letters = dom.textContent(element).replace(/[\u2061-\u2064]/g, '');
  const escaped = letters.replace(/\s+/g, ' ').replace(/[{}$%#&_]/g, '\\$&');
  if (tag === 'mtext' && /\S\s|\s\S/.test(escaped)) return `\\text{${escaped}}`;
  const isLarge = depth === 0 && dom.count(element, '*') > maxParts;
  const parts = depth < maxDepth && !isLarge ? dom.children(element) : [];
  if (parts.length === 0) return escaped.replace(/\s/g, '');
  const children = parts.map((part) => texOf(part, dom, depth + 1));
  const shape = texTemplates[tag] ?? '@0';
  // A sub- or superscript applies to the whole base, so the base needs braces.
  const [base = ''] = children;
  if (shape.startsWith('@1'))
    children[0] = operators[base] ?? (/^.$/u.test(base) ? base : `{${base}}`);
  return shape.replace(/@(\d)/g, (_, number) =>
    number === '0' ? children.join(separators[tag] ?? '') : (children[Number(number) - 1] ?? ''),
  );
}
