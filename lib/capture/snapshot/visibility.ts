import type { RawDom } from './raw-dom.ts';
import { isFormulaSource } from './formulas.ts';
import { hasLetter, hasLetterOrDigit } from '../words.ts';
import { cloneNames, isAmongMany, isCollapsed, isInOverlay, isShown } from './disclosure.ts';

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
  if (view === null || parent === null || isAmongMany(element, maxNeighbors, dom)) return false;
  return dom.children(parent).some((sibling) => {
    if (sibling === element || !hasLetterOrDigit(dom.textContent(sibling))) return false;
    if (dom.attribute(sibling, 'aria-hidden') === 'true' || isFormulaSource(sibling, dom))
      return false;
    const style = view.getComputedStyle(sibling);
    return style.position === 'absolute' && isClipped(style);
  });
}

const maxFigureLength = 40;
const maxNeighbors = 20;

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
  /** Whether the parent takes up space without being drawn. */
  isParentHidden: boolean;
};

export function visibilityOf(node: Element, state: ElementState, dom: RawDom): Visibility {
  const { attributeNames, style, display } = state;
  const hidden = attributeNames.includes('hidden') ? dom.attribute(node, 'hidden') : null;
  if (hidden === 'until-found') return 'collapsed';
  const isRendered = style === null ? hidden === null : !isInvisible(style, display);
  return isRendered ? visibilityOfRendered(node, state, dom) : visibilityOfHidden(node, state, dom);
}

function visibilityOfRendered(
  node: Element,
  { attributeNames, style, isParentHidden }: ElementState,
  dom: RawDom,
): Visibility {
  const startsHidden = style !== null && isHidden(style) && !isParentHidden;
  if (startsHidden && isCollapsed(node, dom)) return 'collapsed';
  const isAriaHidden =
    attributeNames.includes('aria-hidden') && dom.attribute(node, 'aria-hidden') === 'true';
  if (!isAriaHidden || !isDecorative(node, dom) || isReadOut(node, dom)) return 'visible';
  if (isCollapsed(node, dom)) return 'collapsed';
  return isProse(node, dom) && !isBehindDialog(node, dom) ? 'visible' : 'hidden';
}

function visibilityOfHidden(
  node: Element,
  { attributeNames, display }: ElementState,
  dom: RawDom,
): Visibility {
  if (isStreamedByReact(node, dom)) return 'visible';
  if (!/^(?:none)?$/.test(display) && isTextOfDrawing(node, attributeNames, dom)) return 'visible';
  if (isFormulaSource(node, dom)) return 'formula-source';
  return isCollapsed(node, dom) ? 'collapsed' : 'hidden';
}

/** Returns whether the element has sentences, and isn't a copy of another slide. Icons and decoration have few words. */
function isProse(element: Element, dom: RawDom): boolean {
  const words = dom.textContent(element).trimStart().slice(0, maxReadCharacters).split(/\s+/);
  const isLong =
    words.filter((word) => word.length >= 3 && hasLetter(word)).length >= minProseWords;
  if (!isLong || cloneNames.test(dom.attribute(element, 'class') ?? '')) return false;
  return !isInOverlay(element, dom);
}

const minProseWords = 8;
const maxReadCharacters = 400;

/** Returns whether a dialog is open. Pages hide what is behind it from assistive technology. */
function isBehindDialog(element: Element, dom: RawDom): boolean {
  const root = dom.root(dom.documentOf(element));
  const dialog = root === null ? null : dom.find(root, '[aria-modal="true"], dialog[open]');
  return dialog !== null && isShown(dialog, dom);
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
