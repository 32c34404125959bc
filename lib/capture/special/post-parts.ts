/** Reads the parts of a post: its own and not those of a reply that stands inside it. */

/** Gives the parts that belong to this post and to none inside it, without parts of parts. */
export function ownParts(post: Element, posts: string, selector: string): Element[] {
  const own = Array.from(post.querySelectorAll(selector)).filter(
    (part) => (part.matches(posts) ? part.parentElement : part)?.closest(posts) === post,
  );
  // In the order of the page what holds a part comes before it, with nothing of another between.
  let outer: Element | undefined;
  return own.filter((part) => {
    if (outer?.contains(part) === true) return false;
    outer = part;
    return true;
  });
}

const authorAttributes = ['data-author', 'author', 'data-username'];

/** Gives who wrote the post, by its own attribute or by its part for that; empty where neither says it. */
export function authorOf(post: Element, part: Element | undefined): string {
  for (const name of authorAttributes) {
    const author = post.getAttribute(name)?.trim() ?? '';
    if (author !== '') return author.slice(0, longestName);
  }
  if (part === undefined) return '';
  const isItem = part.hasAttribute('itemprop');
  const stated = isItem ? part.getAttribute('content') : null;
  // Beside the name, an item may hold the person's rank and awards.
  const link = isItem ? part.querySelector('a') : null;
  const named = part.querySelector('[itemprop=name]') ?? link ?? part;
  const text = oneLine(stated ?? named.getAttribute('content') ?? wordsApart(named));
  return text.length > longestName ? '' : text;
}

const longestName = 100;

/** A name and a handle side by side are two words; the time beside them is none of the name. */
function wordsApart(element: Element): string {
  if (element.localName === 'time') return '';
  const pieces = Array.from(element.childNodes, (child) => {
    if (child.nodeType === child.TEXT_NODE) return child.textContent ?? '';
    return isElement(child) ? ` ${wordsApart(child)} ` : '';
  });
  return pieces.join('');
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

/** Gives when it was written: in the page's words, or its date where those lack the year or are told from today. */
export function timeOf(part: Element | undefined): string {
  if (part === undefined) return '';
  const words = oneLine(part.textContent);
  const exact =
    part.getAttribute('datetime') ?? part.getAttribute('content') ?? part.getAttribute('title');
  const date = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?/
    .exec(exact?.trim() ?? '')?.[0]
    .replace('T', ' ');
  const isWhole = words !== '' && words.length <= longestTime && !isRelative(words);
  if (date !== undefined && !(isWhole && /\b\d{4}\b/.test(words))) return date;
  return isWhole ? words : '';
}

const longestTime = 60;

/** `2 days ago`, `3h`, `yesterday`: true only on the day it was read. A date with digits of a year stays. */
function isRelative(words: string): boolean {
  if (/\b\d{4}\b/.test(words) && !/\bago\b/i.test(words)) return false;
  return /\bago\b|^\W*\d+\s?\p{L}{1,3}\W*$|today|yesterday|^vor\b|^il y a\b|^hace\b/iu.test(words);
}

/** Far more than any name or date has letters: a run of dots is looked at from each of them. */
const longestLine = 1_000;

/** Gives the beginning of the text, white space collapsed, without the dots that only set parts apart: `-3` keeps its sign. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .slice(0, longestLine)
    .replace(/^(?:[\s·•|,–]|-(?!\d))+|[\s·•|,–-]+$/g, '')
    .trim();
}
