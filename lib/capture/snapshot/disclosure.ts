import { collapsedAttribute, headingTags } from '../elements.ts';
import { collapseWhitespace, hasLetter } from '../words.ts';
import type { RawDom } from './raw-dom.ts';

const disclosureNames =
  /accordion|collaps|expand|faq|tab-?(?:pane|panel|content)|toggle|detail|answer|read-?more/i;

const maxNamesLength = 1_000;

const nonDisclosures =
  'nav, header, footer, aside, dialog, form, [role=dialog], [role=navigation], [role=menu]';

const toggles =
  'button, summary, label, [role=button], [role=tab], [aria-expanded], [aria-controls], [tabindex]';

const overlays =
  'modal popup overlay dialog lightbox tooltip cookie consent drawer offcanvas off-canvas'
    .split(' ')
    .flatMap((name) =>
      ['class', 'id'].map((attribute) => `:not(html, body)[${attribute}*="${name}" i]`),
    )
    .join(', ');

/** Returns whether the element is in a part that covers the page once it's opened. */
export function isInOverlay(element: Element, dom: RawDom): boolean {
  return dom.closest(element, overlays) !== null;
}

/** Where scripts are off, whatever a script would show stays hidden, such as the parts of a streamed page. */
function isScriptless(view: Window | null): boolean {
  return view !== null && 'matchMedia' in view && view.matchMedia('(scripting: none)').matches;
}

/** Shorter hidden text is a message or a menu. */
const minScriptlessCharacters = 1500;

/** Shorter text is a label; a longer label is a notice or a whole page. */
const minCharacters = 40;
const maxLabelLength = 300;

/**
 * Returns whether a hidden element is prose that the person can open: a tab panel, text below its label or above a button
 * that shows the rest, or one of several parts of which others are shown, such as slides.
 */
export function isCollapsed(element: Element, dom: RawDom): boolean {
  const { length } = dom.textContent(element).trim();
  const isTab = dom.attribute(element, 'role') === 'tabpanel';
  const minLength = isTab ? 1 : minCharacters;
  if (length < minLength || dom.closest(element, nonDisclosures) !== null) return false;
  if (isInOverlay(element, dom)) return false;
  if (length >= minScriptlessCharacters && isScriptless(dom.view(dom.documentOf(element))))
    return true;
  if (linkedLength(element, dom) >= length / 2) return false;
  return (
    isTab ||
    isBelowLabel(element, dom) ||
    isAboveButton(element, dom) ||
    isAlternative(element, dom)
  );
}

/** Detects toggle buttons whose text is the heading of the content below. */
export function isHeadingButton(button: Element, dom: RawDom): boolean {
  const inHeading = `${nonDisclosures}, ${headingTags}, summary, dt`;
  const part = referencedElement(button, 'aria-controls', dom);
  if (part === null || dom.closest(button, inHeading) !== null) return false;
  const label = dom.find(button, headingTags) === null ? dom.textContent(button).trim() : '';
  const isBelow = (button.compareDocumentPosition(part) & 4) !== 0;
  const length = dom.textLength(part);
  return isBelow && hasLetter(label) && label.length <= maxLabelLength && length >= minCharacters;
}

export function referencedElement(
  element: Element,
  attribute: string,
  dom: RawDom,
): Element | null {
  const id = dom.attribute(element, attribute)?.trim() ?? '';
  if (id === '') return null;
  return dom.byId(dom.documentOf(element), id);
}

function isBelowLabel(element: Element, dom: RawDom): boolean {
  const label = labelBefore(element, dom);
  const words = label === null ? '' : wordsOf(label, dom);
  if (label === null || words.length > maxLabelLength) return false;
  if (isQuoted(element, dom)) return false;
  if (hasDisclosureName(element, dom) || words.endsWith('?')) return true;
  return dom.count(label, buttons) <= maxLabelButtons && looksClickable(label, dom);
}

/** Detects the rest of a text above a button that shows it. */
function isAboveButton(element: Element, dom: RawDom): boolean {
  const button = dom.nextElement(element);
  if (button === null || wordsOf(button, dom).length > maxButtonLength) return false;
  return dom.matches(button, buttonsOrLinksToNowhere) && !isQuoted(element, dom);
}

const buttonsOrLinksToNowhere =
  'button, [role=button], [aria-expanded], a[href^="#"], a[href^="javascript:"]';
const maxButtonLength = 40;

/** Detects a tab panel without its role, a slide or another item of a list of which only some are shown. */
function isAlternative(element: Element, dom: RawDom): boolean {
  const name = firstClassOf(element, dom);
  const parent = dom.parentElement(element);
  if (name === '' || parent === null || cloneNames.test(dom.attribute(element, 'class') ?? ''))
    return false;
  // Apps keep whole views, which have titles, hidden beside the one that is open.
  if (dom.find(element, viewParts) !== null) return false;
  if (isAmongMany(element, maxAlternatives, dom)) return false;
  return dom
    .children(parent)
    .some(
      (sibling) =>
        sibling !== element &&
        dom.localName(sibling) === dom.localName(element) &&
        firstClassOf(sibling, dom) === name &&
        isShown(sibling, dom) &&
        dom.textContent(sibling).trim().length >= minCharacters,
    );
}

function firstClassOf(element: Element, dom: RawDom): string {
  return dom.attribute(element, 'class')?.trim().split(/\s+/)[0] ?? '';
}

/** Returns whether the element has more siblings than `most`. Counting all of them each time takes quadratic time. */
export function isAmongMany(element: Element, most: number, dom: RawDom): boolean {
  let count = 0;
  for (const step of [dom.nextElement, dom.previousElement]) {
    for (let next = step(element); next !== null; next = step(next))
      if (++count > most) return true;
  }
  return false;
}

/** Carousels repeat slides, so that they can turn without an end. */
export const cloneNames = /clone|duplicate/i;
/** Longer lists are menus, or catalogs of which the page shows a part. */
const maxAlternatives = 40;

const viewParts = 'h1, h2, header, main, nav';

export function isShown(element: Element, dom: RawDom): boolean {
  const style = dom.view(dom.documentOf(element))?.getComputedStyle(element);
  return style !== undefined && style.display !== 'none' && style.visibility !== 'hidden';
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
    ['class', 'id'].some((name) =>
      disclosureNames.test((dom.attribute(each, name) ?? '').slice(0, maxNamesLength)),
    ),
  );
}

function linkedLength(element: Element, dom: RawDom): number {
  const links = dom.byTag(element, 'a');
  return links.reduce((length, link) => length + dom.textContent(link).length, 0);
}

/** Removes folded parts of a copied page that only repeat its other text, such as those for another width of the window. */
export function removeRepeats(folded: readonly Element[]): void {
  const root = folded[0]?.getRootNode();
  if (root === undefined) return;
  const isFolded = ({ parentElement }: Node) =>
    parentElement?.closest(`[${collapsedAttribute}]`) !== null;
  const seen = new Set<string>();
  for (const { node, text } of longTextsIn(root)) if (!isFolded(node)) seen.add(text);
  for (const part of folded) {
    const texts = longTextsIn(part);
    if (texts.length > 0 && texts.every(({ text }) => seen.has(text))) part.remove();
    for (const { text } of texts) seen.add(text);
  }
}

/** Shorter texts, such as labels and prices, occur more than once by chance. */
const minRepeatedCharacters = 20;

/** Without a filter function, because a page with scripts off can't call one. */
function longTextsIn(root: Node): { node: Node; text: string }[] {
  const texts: { node: Node; text: string }[] = [];
  const walker = root.ownerDocument?.createTreeWalker(root, 4 /* NodeFilter.SHOW_TEXT */);
  for (let node = walker?.nextNode() ?? null; node !== null; node = walker?.nextNode() ?? null) {
    const text = collapseWhitespace(node.nodeValue ?? '');
    if (text.length >= minRepeatedCharacters) texts.push({ node, text });
  }
  return texts;
}
