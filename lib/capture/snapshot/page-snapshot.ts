/** Copies the page as the person sees it, so that whatever is done to read it is done to the copy. */
import { isCollapsed } from './collapsed.ts';
import { blockMark, blockTags, bodyOf, formulaClass, textlessTags } from '../element-kinds.ts';
import { isBlank, isBlockDisplay, isDecoration, isUnseen } from './visibility.ts';

/**
 * Gives a copy of the document without what the person cannot see and without what is never text. The copy runs no
 * script and loads nothing, since it belongs to no window; the page itself is only looked at.
 */
export function takeSnapshot(document: Document): Document {
  const copy = copyOf(document);
  const body = bodyOf(document);
  const bodyCopy = bodyOf(copy);
  if (body !== null && bodyCopy !== null) keepWhatIsSeen(body, bodyCopy);
  freeProperties(copy);
  return copy;
}

/** Gives a copy of a document that belongs to no window. */
export function copyOf(document: Document): Document {
  const copy = document.cloneNode(true);
  if (!isDocument(copy)) throw new TypeError('The copy of a document is a document');
  return copy;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === node.DOCUMENT_NODE;
}

/** Walks the page and its copy in step: an element and its copy have the same place in both. */
function keepWhatIsSeen(body: HTMLElement, bodyCopy: HTMLElement): void {
  const originals = Array.from(body.getElementsByTagName('*'));
  const copies = Array.from(bodyCopy.getElementsByTagName('*'));
  const view = body.ownerDocument.defaultView;
  // A page that fades in hides its body at first; then being hidden says nothing about its parts.
  const isFadingIn = view !== null && isBlank(view.getComputedStyle(body));
  for (let at = 0; at < originals.length; at++) {
    const original = originals[at];
    const copy = copies[at];
    if (original === undefined || copy === undefined) break;
    const style = view?.getComputedStyle(original) ?? null;
    if (isLeftOut(original, style)) {
      copy.remove();
    } else if (original.localName === 'math') {
      copy.replaceWith(formulaOf(copy));
    } else {
      if (style !== null) settle(copy, style, isFadingIn);
      // Where the person has turned scripts off, this is the page.
      if (original.localName === 'noscript') copy.replaceWith(...Array.from(copy.childNodes));
      continue;
    }
    // What is in it went with it.
    at += original.getElementsByTagName('*').length;
  }
}

function isLeftOut(element: Element, style: CSSStyleDeclaration | null): boolean {
  if (element.localName === 'script') {
    return element.getAttribute('type') !== 'application/ld+json';
  }
  if (textlessTags.has(element.localName) || isDecoration(element)) return true;
  // Its style says nothing: whether it is shown depends on whether scripts run.
  if (element.localName === 'noscript') return element.getClientRects().length === 0;
  const isOutOfSight = style === null ? element.hasAttribute('hidden') : isUnseen(element, style);
  return isOutOfSight && !isFormulaSource(element) && !isCollapsed(element);
}

/** Writes what the browser computed into the copy, which has no style of its own. */
function settle(copy: Element, style: CSSStyleDeclaration, isFadingIn: boolean): void {
  if (!isFadingIn && isBlank(style)) {
    for (const child of Array.from(copy.childNodes)) {
      if (child.nodeType === child.TEXT_NODE) child.remove();
    }
  }
  if (isBlockDisplay(style) && !blockTags.has(copy.localName)) copy.setAttribute(blockMark, '');
  // It is in sight, so these no longer say anything (`hidden=until-found`, a `display:none` that was overruled).
  for (const name of ['style', 'hidden', 'aria-hidden']) copy.removeAttribute(name);
}

/** A wrapper that hides the source of a formula, beside the picture of it. */
function isFormulaSource(element: Element): boolean {
  return element.childElementCount === 1 && element.firstElementChild?.localName === 'math';
}

/** Gives the formula as its author wrote it in TeX, where the page says so, and else its letters. */
function formulaOf(math: Element): Node {
  const document = math.ownerDocument;
  const source = Array.from(math.getElementsByTagName('annotation')).find((annotation) =>
    (annotation.getAttribute('encoding') ?? '').endsWith('tex'),
  );
  const tex = (source?.textContent ?? math.getAttribute('alttext') ?? '').trim();
  if (tex === '') return document.createTextNode(math.textContent.replace(/\s+/g, ''));
  const formula = document.createElement('code');
  formula.setAttribute('class', formulaClass);
  formula.textContent = tex;
  return formula;
}

/**
 * A form control named `parentNode` hides that property of its form, an image named `body` that of its document. The
 * copy is of no use to the page's scripts, so the names go.
 */
function freeProperties(copy: Document): void {
  const named = 'form, img, embed, object, button, fieldset, input, output, select, textarea';
  for (const element of Array.from(copy.querySelectorAll(named))) {
    element.removeAttribute('name');
    if (element.localName !== 'form') element.removeAttribute('id');
  }
}
