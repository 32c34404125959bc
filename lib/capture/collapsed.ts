/** Tells text that the person can unfold from text that nobody is meant to see. */

const foldNames =
  /accordion|collaps|expand|faq|tab-?(?:pane|panel|content)|toggle|detail|answer|read-?more/i;

/** Menus unfold too, and so do dialogs; neither is the text of the page. */
const notFolds =
  'nav, header, footer, aside, dialog, form, [role=dialog], [role=navigation], [role=menu]';

/** Shorter than this it is a label, and longer than this a notice or a whole page. */
const fewestLetters = 40;
const longestQuestion = 300;

/**
 * Says whether an element that is not displayed is the closed part of a fold: an answer, a tab, a section. It has
 * prose, it is named as a fold or pointed at by what opens it, and something short before it or a tab stands for it.
 */
export function isCollapsed(element: Element): boolean {
  const text = element.textContent.trim();
  if (text.length < fewestLetters || element.closest(notFolds) !== null) return false;
  return isFold(element) && linkedLength(element) < text.length / 2;
}

function isFold(element: Element): boolean {
  if (element.getAttribute('role') === 'tabpanel') return true;
  const label = element.previousElementSibling;
  const isLabelled =
    label !== null &&
    label.textContent.trim() !== '' &&
    label.textContent.length <= longestQuestion;
  return isLabelled && (isControlled(element) || isNamedAsFold(element));
}

function isControlled({ id, ownerDocument }: Element): boolean {
  if (id === '') return false;
  return Array.from(ownerDocument.querySelectorAll('[aria-controls]')).some((control) =>
    control.getAttribute('aria-controls')?.split(/\s+/).includes(id),
  );
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
