import { memoized } from '../memoized.ts';
import { isElement, isText, isWithin } from '../elements.ts';
import type { Section } from './sections.ts';

/** Returns the outermost matches of a selector that belong to this post, not to one nested in it. */
export type PartsOf = (post: Element, selector: string) => readonly Element[];

/** Looks for the parts of all posts at once: searching each post would take quadratic time for nested posts. */
export function partsIn(root: ParentNode, posts: string): PartsOf {
  const partsBy = memoized((selector: string) => {
    const found = Array.from(root.querySelectorAll(selector));
    const owned = Map.groupBy(found, (part) =>
      (part.matches(posts) ? part.parentElement : part)?.closest(posts),
    );
    return new Map(Array.from(owned, ([post, parts]) => [post, outermost(parts)]));
  });
  return (post, selector) => partsBy(selector).get(post) ?? [];
}

/** In document order an element comes right before its descendants. */
function outermost(parts: readonly Element[]): Element[] {
  let outer: Element | undefined;
  return parts.filter((part) => {
    if (outer?.contains(part) === true) return false;
    outer = part;
    return true;
  });
}

const authorAttributes = ['data-author', 'author', 'data-username'];

export function authorOf(post: Element, part: Element | undefined): string {
  for (const name of authorAttributes) {
    const author = post.getAttribute(name)?.trim() ?? '';
    if (author !== '') return author.slice(0, maxNameLength);
  }
  if (part === undefined) return '';
  const isItem = part.hasAttribute('itemprop');
  const content = isItem ? part.getAttribute('content') : null;
  // A rank or awards may be next to the name.
  const link = isItem ? part.querySelector('a') : null;
  const named = part.querySelector('[itemprop=name]') ?? link ?? part;
  const text = collapseLine(content ?? named.getAttribute('content') ?? spacedText(named));
  return text.length > maxNameLength ? '' : text;
}

const maxNameLength = 100;

/** Returns the text with spaces between elements, leaving out times. */
function spacedText(element: Element): string {
  if (element.localName === 'time') return '';
  const pieces = Array.from(element.childNodes, (child) => {
    if (isText(child)) return child.data;
    return isElement(child) ? ` ${spacedText(child)} ` : '';
  });
  return pieces.join('');
}

/** Returns the time as shown on the page, or the machine-readable date if that is relative or lacks the year. */
export function timeOf(part: Element | undefined): string {
  if (part === undefined) return '';
  const shownTime = collapseLine(part.textContent);
  const machineTime =
    part.getAttribute('datetime') ?? part.getAttribute('content') ?? part.getAttribute('title');
  const date = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?/
    .exec(machineTime?.trim() ?? '')?.[0]
    .replace('T', ' ');
  const isAbsolute =
    shownTime !== '' && shownTime.length <= maxTimeLength && !isRelativeTime(shownTime);
  if (date !== undefined && !(isAbsolute && /\b\d{4}\b/.test(shownTime))) return date;
  return isAbsolute ? shownTime : '';
}

const maxTimeLength = 60;

/** Relative times such as `3h` are only true on the day they were read. */
function isRelativeTime(shownTime: string): boolean {
  if (/\b\d{4}\b/.test(shownTime) && !/\bago\b/i.test(shownTime)) return false;
  return /\bago\b|^\W*\d+\s?\p{L}{1,3}\W*$|today|yesterday|^vor\b|^il y a\b|^hace\b/iu.test(
    shownTime,
  );
}

/** The patterns below take quadratic time on a long run of dots. */
const maxLineLength = 1_000;

/** Collapses whitespace and trims separators. `-3` keeps its sign. */
export function collapseLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .slice(0, maxLineLength)
    .replace(/^(?:[\s·•|,–]|-(?!\d))+|[\s·•|,–-]+$/g, '')
    .trim();
}

/** With more text outside its posts, the page is an article with comments. */
const maxOutsideShare = 0.2;

export function coverPage(body: Element, sections: readonly Section[]): boolean {
  const bodies = new Set(bodiesOf(sections));
  const inside = textLength(sections);
  const outside = Array.from(body.querySelectorAll('p'))
    .filter((paragraph) => paragraph.closest(nonContent) === null)
    .filter((paragraph) => !isWithin(paragraph, bodies))
    .map(letterCount)
    .filter((length) => length >= minParagraphLength)
    .reduce((sum, length) => sum + length, 0);
  return inside > 0 && outside <= (inside + outside) * maxOutsideShare;
}

export function textLength(sections: readonly Section[]): number {
  return bodiesOf(sections).reduce((sum, each) => sum + letterCount(each), 0);
}

function bodiesOf(sections: readonly Section[]): Element[] {
  return sections.flatMap(({ bodies, comments }) => [
    ...bodies,
    ...comments.map((comment) => comment.body),
  ]);
}

/** Shorter paragraphs are details such as author and date. */
const minParagraphLength = 80;
const nonContent = 'nav, footer, aside, header, dialog, [role=dialog], form';

function letterCount(element: Element): number {
  return element.textContent.replace(/\s+/g, '').length;
}
