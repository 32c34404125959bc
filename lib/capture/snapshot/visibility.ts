import type { RawDom } from './raw-dom.ts';
import { isFormulaSource } from './formulas.ts';
import { headingTags } from '../elements.ts';
import { hasLetter, hasLetterOrDigit } from '../words.ts';

/** `display` is empty for unslotted children. It's passed in, because reading styles is slow. */
function isInvisible(style: CSSStyleDeclaration, display: string): boolean {
  if (display === 'none' || display === '') return true;
  if (display === 'inline') return false;
  // Apps keep earlier views in the page this way.
  if (style.contentVisibility === 'hidden') return true;
  // Reading positions forces a layout, so do it only for elements out of the flow, which are always blocks.
  if (!/^(?:absolute|fixed)$/.test(style.position)) return false;
  // Transparency alone isn't enough: the element might fade in on scroll.
  const isFadedOut = style.opacity === '0' && style.pointerEvents === 'none';
  return isFadedOut || isClipped(style) || isFarOut(style.left) || isFarOut(style.top);
}

/** Returns whether the element's own text is invisible; children may still be visible. */
export function hasInvisibleText(style: CSSStyleDeclaration): boolean {
  return isHidden(style) || style.fontSize === '0px';
}

/** Returns whether the element takes up space without being drawn. */
export function isHidden({ visibility }: CSSStyleDeclaration): boolean {
  return visibility === 'hidden' || visibility === 'collapse';
}

export function isBlockDisplay(display: string): boolean {
  return display !== 'inline' && !/^(?:$|inline|contents|none|ruby|math)/.test(display);
}

/** Returns false for the page's main content, which apps mark as `aria-hidden` while a dialog is open. */
function isDecorative(element: Element, dom: RawDom): boolean {
  if (dom.matches(element, 'main, article, body')) return false;
  return dom.find(element, 'main, article, h1') === null;
}

/**
 * Returns whether the element shows a figure, such as a price, that its neighbor says for assistive technology. The
 * neighbor is left out, so the figure must not be.
 */
function isReadOut(element: Element, dom: RawDom): boolean {
  const text = dom.textContent(element);
  // Names of icons contain underscores.
  if (!/\d/.test(text) || text.length > maxFigureLength || text.includes('_')) return false;
  const view = dom.view(dom.documentOf(element));
  const parent = dom.parentElement(element);
  if (view === null || parent === null) return false;
  return dom.children(parent).some((sibling) => {
    if (sibling === element || !hasLetterOrDigit(dom.textContent(sibling))) return false;
    if (dom.attribute(sibling, 'aria-hidden') === 'true' || isFormulaSource(sibling, dom))
      return false;
    const style = view.getComputedStyle(sibling);
    return style.position === 'absolute' && isClipped(style);
  });
}

const maxFigureLength = 40;

function isFarOut(offset: string): boolean {
  return Number.parseFloat(offset) <= -999;
}

/** Detects techniques that show text to screen readers only. */
function isClipped(style: CSSStyleDeclaration): boolean {
  if (/^rect\([01]px/.test(style.clip) || /^inset\((50|100)%/.test(style.clipPath)) return true;
  const hides = style.overflow === 'hidden' || style.overflow === 'clip';
  return hides && Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1;
}

export function isTiny({ width, height }: CSSStyleDeclaration): boolean {
  return Number.parseFloat(width) <= 1 || Number.parseFloat(height) <= 1;
}

/** `formula-source` is hidden MathML next to a rendered formula. */
type Visibility = 'visible' | 'formula-source' | 'collapsed' | 'hidden';

export type ElementState = {
  tag: string;
  attributeNames: readonly string[];
  style: CSSStyleDeclaration | null;
  display: string;
  visibility: Visibility;
};

export function visibilityOf(
  node: Element,
  { attributeNames, style, display }: ElementState,
  dom: RawDom,
): Visibility {
  const isAriaHidden =
    attributeNames.includes('aria-hidden') && dom.attribute(node, 'aria-hidden') === 'true';
  if (isAriaHidden && isDecorative(node, dom) && !isReadOut(node, dom)) return 'hidden';
  const hidden = attributeNames.includes('hidden') ? dom.attribute(node, 'hidden') : null;
  const isFindable = hidden === 'until-found';
  const isHiddenByStyle =
    style === null ? hidden !== null && !isFindable : isInvisible(style, display);
  if (isFindable) return 'collapsed';
  if (!isHiddenByStyle) return 'visible';
  if (isStreamedByReact(node, dom)) return 'visible';
  if (!/^(?:none)?$/.test(display) && isTextOfDrawing(node, attributeNames, dom)) return 'visible';
  if (isFormulaSource(node, dom)) return 'formula-source';
  return isCollapsed(node, dom) ? 'collapsed' : 'hidden';
}

/** Returns whether the element is hidden itself, not by a parent that is hidden only until the page has loaded. */
export function hidesItself(
  node: Element,
  style: CSSStyleDeclaration | null,
  dom: RawDom,
): boolean {
  const inlineStyle = style !== null && isHidden(style) ? dom.attribute(node, 'style') : null;
  return /visibility:\s*hidden/.test(inlineStyle ?? '');
}

/** Detects content that React streamed into a hidden element, where it stays without scripts. */
function isStreamedByReact(element: Element, dom: RawDom): boolean {
  if (dom.attribute(element, 'hidden') === null) return false;
  return reactStreamId.test(dom.attribute(element, 'id') ?? '');
}

/** Detects the document of an editor that draws on a canvas: it's out of sight, for assistive technology. */
function isTextOfDrawing(
  element: Element,
  attributeNames: readonly string[],
  dom: RawDom,
): boolean {
  const isDocument =
    attributeNames.includes('contenteditable') ||
    documentRoles.test(dom.attribute(element, 'role') ?? '');
  return isDocument && dom.textContent(element).trim().length >= minDocumentCharacters;
}

const documentRoles = /^(?:document|textbox)$/;
/** Shorter text is that of a line or a label. */
const minDocumentCharacters = 120;

const reactStreamId = /^S:[\da-f]+$/;

const disclosureNames =
  /accordion|collaps|expand|faq|tab-?(?:pane|panel|content)|toggle|detail|answer|read-?more/i;

const nonDisclosures =
  'nav, header, footer, aside, dialog, form, [role=dialog], [role=navigation], [role=menu]';

const toggles =
  'button, summary, label, [role=button], [role=tab], [aria-expanded], [aria-controls], [tabindex]';

/** Shorter text is a label; a longer label is a notice or a whole page. */
const minCharacters = 40;
const maxLabelLength = 300;

/** Detects prose that is a tab panel or follows a short label that opens or names it. */
function isCollapsed(element: Element, dom: RawDom): boolean {
  const { length } = dom.textContent(element).trim();
  const isTab = dom.attribute(element, 'role') === 'tabpanel';
  const minLength = isTab ? 1 : minCharacters;
  if (length < minLength || dom.closest(element, nonDisclosures) !== null) return false;
  return (isTab || isDisclosure(element, dom)) && linkedLength(element, dom) < length / 2;
}

/** Detects toggle buttons whose text is the heading of the content below. */
export function isHeadingButton(button: Element, dom: RawDom): boolean {
  const inHeading = `${nonDisclosures}, ${headingTags}, summary, dt`;
  const part = referencedElement(button, 'aria-controls', dom);
  if (part === null || dom.closest(button, inHeading) !== null) return false;
  const label = dom.find(button, headingTags) === null ? dom.textContent(button).trim() : '';
  const isBelow = (button.compareDocumentPosition(part) & 4) !== 0;
  const { length } = dom.textContent(part).trim();
  return isBelow && hasLetter(label) && label.length <= maxLabelLength && length >= minCharacters;
}

export function referencedElement(
  element: Element,
  attribute: string,
  dom: RawDom,
): Element | null {
  const id = dom.attribute(element, attribute)?.trim() ?? '';
  if (id === '') return null;
  const root = dom.root(dom.documentOf(element));
  return root === null ? null : dom.find(root, `[id="${id.replace(/["\\\n]/g, '\\$&')}"]`);
}

function isDisclosure(element: Element, dom: RawDom): boolean {
  const label = labelBefore(element, dom);
  if (label === null || wordsOf(label, dom).length > maxLabelLength) return false;
  if (isQuoted(element, dom)) return false;
  if (hasDisclosureName(element, dom)) return true;
  return dom.count(label, buttons) <= maxLabelButtons && looksClickable(label, dom);
}

const buttons = 'button, [role=button]';
/** A label can have another button, such as one that copies a link. More are a menu. */
const maxLabelButtons = 2;

/** Mail apps fold away the quoted message, which was shown before. */
function isQuoted(element: Element, dom: RawDom): boolean {
  const quote = dom.find(element, 'blockquote');
  return quote !== null && dom.textContent(quote).trim() === dom.textContent(element).trim();
}

/** Finds the element before this one that has text. Some components leave style elements in between. */
function labelBefore(element: Element, dom: RawDom): Element | null {
  let before = dom.previousElement(element);
  while (before !== null && wordsOf(before, dom) === '') before = dom.previousElement(before);
  return before;
}

function wordsOf(element: Element, dom: RawDom): string {
  if (dom.localName(element) === 'style') return '';
  let words = dom.textContent(element);
  for (const style of dom.byTag(element, 'style')) {
    words = words.replace(style.textContent, '');
  }
  return words.trim();
}

function looksClickable(label: Element, dom: RawDom): boolean {
  if (dom.matches(label, toggles) || dom.find(label, toggles) !== null) return true;
  const view = dom.view(dom.documentOf(label));
  const parts = [label, ...dom.children(label)];
  // Links change the pointer too, but lead elsewhere.
  return parts.some(
    (part) => !dom.matches(part, 'a[href]') && view?.getComputedStyle(part).cursor === 'pointer',
  );
}

function hasDisclosureName(element: Element, dom: RawDom): boolean {
  const parent = dom.parentElement(element);
  return [element, ...(parent === null ? [] : [parent])].some((each) =>
    ['class', 'id'].some((name) => disclosureNames.test(dom.attribute(each, name) ?? '')),
  );
}

function linkedLength(element: Element, dom: RawDom): number {
  const links = dom.byTag(element, 'a');
  return links.reduce((length, link) => length + dom.textContent(link).length, 0);
}
