/** Tells text that the person can unfold from text that nobody is meant to see. */
import { headingTags } from '../element-kinds.ts';
import { hasLetter } from '../letters.ts';
import type { RawDom } from './raw-dom.ts';

const foldNames =
  /accordion|collaps|expand|faq|tab-?(?:pane|panel|content)|toggle|detail|answer|read-?more/i;

/** Menus unfold too, and so do dialogs; neither is the text of the page. */
const notFolds =
  'nav, header, footer, aside, dialog, form, [role=dialog], [role=navigation], [role=menu]';

const openers =
  'button, summary, label, [role=button], [role=tab], [aria-expanded], [aria-controls], [tabindex]';

/** Shorter than this it is a label, unless it is a tab, and longer than this a notice or a whole page. */
const fewestLetters = 40;
const longestQuestion = 300;

/**
 * Says whether an element that is not displayed is the closed part of a fold: an answer, a tab, a section. It has
 * prose, and it is a tab, or something short before it stands for it: what opens it, or the heading of a named fold.
 */
export function isCollapsed(element: Element, dom: RawDom): boolean {
  const { length } = dom.textContent(element).trim();
  const isTab = dom.attribute(element, 'role') === 'tabpanel';
  const fewest = isTab ? 1 : fewestLetters;
  if (length < fewest || dom.closest(element, notFolds) !== null) return false;
  return (isTab || isFold(element, dom)) && linkedLength(element, dom) < length / 2;
}

/** Says whether the words on a button are the heading of what stands below it, open or closed. */
export function heads(button: Element, dom: RawDom): boolean {
  const inHeading = `${notFolds}, ${headingTags}, summary, dt`;
  const part = partOf(button, 'aria-controls', dom);
  if (part === null || dom.closest(button, inHeading) !== null) return false;
  const label = dom.find(button, headingTags) === null ? dom.textContent(button).trim() : '';
  const isBelow = (button.compareDocumentPosition(part) & 4) !== 0;
  const { length } = dom.textContent(part).trim();
  return isBelow && hasLetter(label) && label.length <= longestQuestion && length >= fewestLetters;
}

/** Gives the element that the attribute names by its id; null where it names none. */
export function partOf(element: Element, attribute: string, dom: RawDom): Element | null {
  const id = dom.attribute(element, attribute)?.trim() ?? '';
  if (id === '') return null;
  const root = dom.root(dom.documentOf(element));
  return root === null ? null : dom.find(root, `[id="${id.replace(/["\\\n]/g, '\\$&')}"]`);
}

function isFold(element: Element, dom: RawDom): boolean {
  const label = labelBefore(element, dom);
  if (label === null || wordsOf(label, dom).length > longestQuestion) return false;
  return isNamedAsFold(element, dom) || opens(label, dom);
}

/** The nearest element before that has words; some components leave their style sheets among their elements. */
function labelBefore(element: Element, dom: RawDom): Element | null {
  let before = dom.previousSibling(element);
  while (before !== null) {
    if (isElement(before, dom) && wordsOf(before, dom) !== '') return before;
    before = dom.previousSibling(before);
  }
  return null;
}

function wordsOf(element: Element, dom: RawDom): string {
  if (dom.localName(element) === 'style') return '';
  let words = dom.textContent(element);
  for (const style of dom.byTag(element, 'style')) {
    words = words.replace(style.textContent, '');
  }
  return words.trim();
}

/** A button, or something that a click does something to, as far as the pointer shows it. */
function opens(label: Element, dom: RawDom): boolean {
  if (dom.matches(label, openers) || dom.find(label, openers) !== null) return true;
  const view = dom.view(dom.documentOf(label));
  const parts = [label];
  for (let child = dom.firstChild(label); child !== null; child = dom.nextSibling(child)) {
    if (isElement(child, dom)) parts.push(child);
  }
  // A link shows that pointer too, and leads elsewhere.
  return parts.some(
    (part) => !dom.matches(part, 'a[href]') && view?.getComputedStyle(part).cursor === 'pointer',
  );
}

function isNamedAsFold(element: Element, dom: RawDom): boolean {
  return [element, dom.parentElement(element)].some(
    (each) =>
      each !== null &&
      foldNames.test(`${dom.attribute(each, 'class') ?? ''} ${dom.attribute(each, 'id') ?? ''}`),
  );
}

function linkedLength(element: Element, dom: RawDom): number {
  let length = 0;
  for (const link of dom.byTag(element, 'a')) length += dom.textContent(link).length;
  return length;
}

function isElement(node: Node, dom: RawDom): node is Element {
  return dom.nodeType(node) === 1;
}
