/** Reads formulas as their authors wrote them. */
import { displayMark, formulaClass } from '../element-kinds.ts';
import { texOf } from './mathml.ts';
import type { RawDom } from './raw-dom.ts';

/**
 * Gives a `code` element with the formula in TeX, as the page says it or else as it is built, marked as displayed where
 * it stands on a line of its own; the letters alone of one that is no more than they are.
 */
export function formulaOf(math: Element, dom: RawDom, copy: Document): Node {
  const source = dom
    .byTag(math, 'annotation')
    .find((annotation) => (dom.attribute(annotation, 'encoding') ?? '').endsWith('tex'));
  const stated = source === undefined ? dom.attribute(math, 'alttext') : dom.textContent(source);
  const said = (stated ?? '').trim();
  const tex = said === '' ? texOf(math, dom) : said;
  if (said === '' && !/[\\^_]/.test(tex)) return copy.createTextNode(tex);
  return formulaElement(tex, dom.attribute(math, 'display') === 'block', copy);
}

/** MathJax 2 keeps its source in a script beside the picture of the formula; null for any other script. */
export function formulaInScript(script: Element, dom: RawDom, copy: Document): Node | null {
  const type = dom.attribute(script, 'type') ?? '';
  if (!/^math\/tex\b/.test(type)) return null;
  return formulaElement(dom.textContent(script).trim(), /mode=display/.test(type), copy);
}

/** Says whether an element is nothing but the source of a formula, which pages hide beside the picture of it. */
export function isFormulaSource(element: Element, dom: RawDom): boolean {
  const [math] = dom.byTag(element, 'math');
  return math !== undefined && dom.textContent(math).trim() === dom.textContent(element).trim();
}

/** The picture of a formula that MathJax 2 draws from letters, beside the script with its source. */
export function isDrawnFormula(element: Element, dom: RawDom): boolean {
  return /(?:^|\s)MathJax(?:_|\s|$)/.test(dom.attribute(element, 'class') ?? '');
}

function formulaElement(tex: string, isDisplayed: boolean, copy: Document): Element {
  const formula = copy.createElement('code');
  formula.setAttribute('class', formulaClass);
  if (isDisplayed) formula.setAttribute(displayMark, '');
  formula.textContent = tex;
  return formula;
}
