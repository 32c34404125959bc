/** Holds what was read of a page against what stands on it. */
import type { Section } from './sections.ts';

/** Of the letters in paragraphs, at most this share stands outside the posts; more is an article with comments. */
const mostOutside = 0.2;

/** Says whether next to no prose of the page stands outside what was read. */
export function areThePage(body: Element, sections: readonly Section[]): boolean {
  const bodies = new Set(bodiesOf(sections));
  const inside = sizeOf(sections);
  const outside = Array.from(body.querySelectorAll('p'))
    .filter((paragraph) => paragraph.closest(aside) === null)
    .filter((paragraph) => !isWithin(paragraph, bodies))
    .map(letters)
    .filter((length) => length >= shortestProse)
    .reduce((sum, length) => sum + length, 0);
  return inside > 0 && outside <= (inside + outside) * mostOutside;
}

function isWithin(element: Element, bodies: ReadonlySet<Element>): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (bodies.has(at)) return true;
  }
  return false;
}

/** Gives the letters of what was read. */
export function sizeOf(sections: readonly Section[]): number {
  return bodiesOf(sections).reduce((sum, each) => sum + letters(each), 0);
}

function bodiesOf(sections: readonly Section[]): Element[] {
  return sections.flatMap(({ bodies, remarks }) => [
    ...bodies,
    ...remarks.map((remark) => remark.body),
  ]);
}

/** Letters below which a paragraph is a line about a post, such as who wrote it and when. */
const shortestProse = 80;

const aside = 'nav, footer, aside, header, dialog, [role=dialog], form';

function letters(element: Element): number {
  return element.textContent.replace(/\s+/g, '').length;
}
