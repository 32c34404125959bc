/** Tells text that the person can unfold from text that nobody is meant to see. */

const foldNames =
  /accordion|collaps|expand|faq|tab-?(?:pane|panel|content)|toggle|detail|answer|read-?more/i;

/** Menus unfold too, and so do dialogs; neither is the text of the page. */
const notFolds =
  'nav, header, footer, aside, dialog, form, [role=dialog], [role=navigation], [role=menu]';

const openers =
  'button, summary, label, [role=button], [role=tab], [aria-expanded], [aria-controls], [tabindex]';

/** Shorter than this it is a label, and longer than this a notice or a whole page. */
const fewestLetters = 40;
const longestQuestion = 300;

/**
 * Says whether an element that is not displayed is the closed part of a fold: an answer, a tab, a section. It has
 * prose, and it is a tab, or something short before it stands for it: what opens it, or the heading of a named fold.
 */
export function isCollapsed(element: Element): boolean {
  const text = element.textContent.trim();
  if (text.length < fewestLetters || element.closest(notFolds) !== null) return false;
  return isFold(element) && linkedLength(element) < text.length / 2;
}

function isFold(element: Element): boolean {
  if (element.getAttribute('role') === 'tabpanel') return true;
  const label = labelBefore(element);
  if (label === null || wordsOf(label).length > longestQuestion) return false;
  return isNamedAsFold(element) || opens(label);
}

/** The nearest element before that has words; some components leave their style sheets among their elements. */
function labelBefore(element: Element): Element | null {
  let before = element.previousElementSibling;
  while (before !== null && wordsOf(before) === '') before = before.previousElementSibling;
  return before;
}

function wordsOf(element: Element): string {
  if (element.localName === 'style') return '';
  let words = element.textContent;
  for (const style of Array.from(element.getElementsByTagName('style'))) {
    words = words.replace(style.textContent, '');
  }
  return words.trim();
}

/** A button, or something that a click does something to, as far as the pointer shows it. */
function opens(label: Element): boolean {
  if (label.matches(openers) || label.querySelector(openers) !== null) return true;
  const view = label.ownerDocument.defaultView;
  // A link shows that pointer too, and leads elsewhere.
  const parts = [label, ...Array.from(label.children)].filter((part) => !part.matches('a[href]'));
  return parts.some((part) => view?.getComputedStyle(part).cursor === 'pointer');
}

function isNamedAsFold(element: Element): boolean {
  return [element, element.parentElement].some((each) =>
    foldNames.test(`${each?.getAttribute('class') ?? ''} ${each?.id ?? ''}`),
  );
}

function linkedLength(element: Element): number {
  let length = 0;
  for (const link of Array.from(element.getElementsByTagName('a')))
    length += link.textContent.length;
  return length;
}
