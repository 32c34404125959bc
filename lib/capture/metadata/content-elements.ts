/** Finds the parts of a page that can describe the page itself. */
import { isBlockElement, isElement } from '../elements.ts';
import { collapseWhitespace } from '../words.ts';

/** Parts about other pages or by other people. */
const nonContent =
  'nav, footer, aside, form, [class*=comment i], [id*=comment i], [class*=related i], [role=navigation], ' +
  '[role=contentinfo], [role=complementary]';

export function* contentElements(elements: ArrayLike<Element>): Generator<Element> {
  for (const element of Array.from(elements)) {
    if (element.closest('body') !== null && element.closest(nonContent) === null) yield element;
  }
}

/** More headings are those of sections. */
const maxMainHeadings = 100;

export function mainHeadings(document: Document): Element[] {
  return Array.from(document.getElementsByTagName('h1')).slice(0, maxMainHeadings);
}

/** Longer titles aren't titles. */
const maxTitleLength = 20_000;

export function tabTitleOf(document: Document): string {
  const title = document.querySelector('head > title')?.textContent ?? '';
  return collapseWhitespace(title.slice(0, maxTitleLength));
}

/** Returns whether the element is in a card that links to another page of the site. */
export function isLinkedCard(element: Element): boolean {
  const card = element.closest('a[href]');
  if (card === null || card.querySelector('h2, h3, h4, img') === null) return false;
  const page = URL.parse(element.ownerDocument.URL);
  const other = URL.parse(card.getAttribute('href') ?? '', element.baseURI);
  return other?.host === page?.host && other?.pathname !== page?.pathname;
}

/** Longer lines are paragraphs, of which the rest makes no difference. */
const maxReadLength = 2_000;

/** Returns the first lines of an element, because a date or caption may follow within the same element. */
export function linesOf(element: Element, most: number): string[] {
  const lines = [''];
  const breakLine = () => {
    if (lines.at(-1)?.trim() !== '') lines.push('');
  };
  const read = (node: Element): void => {
    for (const child of Array.from(node.childNodes)) {
      if (lines.length > most) return;
      if (child.nodeType === child.TEXT_NODE) {
        const line = lines.pop() ?? '';
        lines.push(
          line.length >= maxReadLength
            ? line
            : joined(line, child.textContent).slice(0, maxReadLength),
        );
      } else if (isElement(child)) {
        const isApart = child.localName === 'br' || isBlockElement(child);
        if (isApart) breakLine();
        read(child);
        if (isApart) breakLine();
      }
    }
  };
  read(element);
  return lines
    .map(collapseWhitespace)
    .filter((line) => line !== '')
    .slice(0, most);
}

/** Separates `by` from a name in the next element, which only style sheets separate. */
function joined(line: string, text: string | null): string {
  const space = /\b(?:by|von|par|por)$/i.test(line) ? ' ' : '';
  return `${line}${space}${text ?? ''}`;
}

/** Lines further away from the heading are rarely about the page. */
const [linesBefore, linesAfter] = [6, 14];
const maxLineLength = 100;
/** `NodeFilter.SHOW_TEXT`, which needs a window. */
const showText = 4;
/** Elements with more are containers of several lines. */
const maxPieces = 12;

/** Returns short lines after a heading, then those before it, the nearest first. */
export function linesNear(heading: Element): string[] {
  const body = heading.closest('body');
  if (body === null) return [];
  const lineFrom = (step: 'nextNode' | 'previousNode', most: number): string[] => {
    const walker = heading.ownerDocument.createTreeWalker(body, showText);
    walker.currentNode = step === 'nextNode' ? lastNodeOf(heading) : heading;
    const lines: string[] = [];
    const seen: Element[] = [];
    for (let steps = 0; steps < 12 * most && lines.length < most; steps++) {
      const node = walker[step]();
      const parent = node?.parentElement;
      if (parent === undefined || parent === null) break;
      if (node?.nodeValue?.trim() === '' || seen.at(-1)?.contains(parent) === true) continue;
      seen.push(parent);
      if (parent.childNodes.length > maxPieces || isLinkedCard(parent)) continue;
      const text = parent.contains(heading) ? (node?.nodeValue ?? '') : parent.textContent;
      const line = collapseWhitespace(text.slice(0, maxReadLength));
      if (line !== '') lines.push(line.length <= maxLineLength ? line : '');
    }
    return lines.filter((line) => line !== '');
  };
  return [...lineFrom('nextNode', linesAfter), ...lineFrom('previousNode', linesBefore)];
}

function lastNodeOf(element: Element): Node {
  let node: Node = element;
  while (node.lastChild !== null) node = node.lastChild;
  return node;
}
