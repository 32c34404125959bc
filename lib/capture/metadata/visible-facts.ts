/** Reads who wrote a page, when, and how it begins from what can be seen on it. */
import { blockMark, blockTags } from '../element-kinds.ts';
import { hasLetter } from '../letters.ts';
import { linesOf } from '../snapshot/code-blocks.ts';
import { authorName } from './author-name.ts';

/** What stands in these is about other pages, or by other people. */
const elsewhere =
  'nav, footer, aside, form, [class*=comment i], [id*=comment i], [class*=related i], [role=navigation], ' +
  '[role=contentinfo], [role=complementary]';

const bylines =
  '[rel~=author], [itemprop~=author], [class*=byline i], [id*=byline i], [class*=author i], [id*=author i], ' +
  '[class*=writtenby i]';

/** A longer line tells of the author more than the name. */
const longestByline = 100;

/** A shorter paragraph is a line about the page. */
const fewestLetters = 60;

/** Gives the line that names the author; null where none does. */
export function visibleAuthorOf(document: Document): string | null {
  for (const element of seen(document.querySelectorAll(bylines))) {
    const named = element.querySelector('[itemprop=name]') ?? element;
    const line = firstLineOf(named).replace(/\s+/g, ' ').trim();
    if (line.length <= longestByline && hasLetter(authorName(line))) return line;
  }
  return null;
}

/** Gives the time of the page as it is marked for machines; null where none is. */
export function visibleTimeOf(document: Document): string | null {
  const times =
    '[itemprop=datePublished][datetime], [itemprop=datePublished][content], time[pubdate][datetime], ' +
    'article time[datetime], main time[datetime]';
  const toldIn = new Set<Element>();
  for (const time of seen(document.querySelectorAll(times))) {
    const stated = time.getAttribute('datetime') ?? time.getAttribute('content') ?? '';
    // What begins with P is how long something takes.
    if (!/\d{4}/.test(stated) || /^\s*P/i.test(stated)) continue;
    if (time.matches('[itemprop=datePublished], time[pubdate]')) return stated;
    const line = time.closest(prose);
    if (line === null || !(toldIn.has(line) || isLongLine(line))) return stated;
    toldIn.add(line);
  }
  return null;
}

/** What tells of a day, where the line is too long to be about the page. */
const prose = 'p, blockquote, figcaption';

function isLongLine(line: Element): boolean {
  return line.textContent.trim().length > longestByline;
}

/** Gives the first paragraph of prose; null where there is none. */
export function visibleExcerptOf(document: Document): string | null {
  for (const paragraph of seen(document.getElementsByTagName('p'))) {
    const words = paragraph.textContent.trim();
    if (words.length >= fewestLetters && !rights.test(words)) return linesOf(paragraph);
  }
  return null;
}

/** Says whose the page is, and nothing of it. */
const rights = /^(?:©|(?:copyright|\(c\))\s[^.]{0,20}\d{4})|\ball rights reserved\b/i;

/** One at a time, since the first or second is mostly the one. */
function* seen(elements: ArrayLike<Element>): Generator<Element> {
  for (const element of Array.from(elements)) {
    if (element.closest('body') !== null && element.closest(elsewhere) === null) yield element;
  }
}

/** A line that names the author may be followed by others in the same element: a date, a portrait's caption. */
function firstLineOf(element: Element): string {
  let line = '';
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === child.TEXT_NODE) line += child.textContent ?? '';
    else if (isElement(child)) {
      if (isShownAsBlock(child) && line.trim() !== '') break;
      line += firstLineOf(child);
      if (isShownAsBlock(child) && line.trim() !== '') break;
    }
  }
  return line;
}

function isShownAsBlock(element: Element): boolean {
  const { localName } = element;
  return localName === 'br' || blockTags.has(localName) || element.hasAttribute(blockMark);
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}
