import {
  createElement,
  displayAttribute,
  formulaClass,
  hasMoreChildren,
  headingTags,
  isBlockElement,
  moveContents,
  unwrap,
  withTag,
} from '../elements.ts';
import {
  collapseWhitespace,
  startsWithCasedLetter,
  endsWithCasedLetter,
  hasLetterOrDigit,
  countWords,
} from '../words.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { webAddress } from '../../url/web-address.ts';

/** Longer URLs hold data or tracking parameters. */
const maxUrlLength = 2_048;
const maxCardLength = 1_000;
const maxCardParts = 100;
/** Shorter texts may appear next to an image by chance. */
const minWords = 3;
const footnoteMarker = /^\[?[\d*†‡§]{1,4}\]?$/;

export async function normalizeLinks(
  root: Element,
  base: string,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  for (const [at, image] of Array.from(root.querySelectorAll('img')).entries()) {
    if (at % 64 === 63) await yieldIfDue();
    normalizeImage(image, base);
  }
  // Links can't contain links, so the inner ones remain.
  for (const inner of Array.from(root.querySelectorAll('a a'))) {
    const outer = inner.parentElement?.closest('a');
    if (outer != null) unwrap(outer);
  }
  for (const [at, link] of Array.from(root.querySelectorAll('a')).entries()) {
    if (at % 64 === 63) await yieldIfDue();
    normalizeLink(link, base);
  }
}

/** Keeps the alternative text even if the URL is unusable. Without that text, an image adds nothing to search for. */
function normalizeImage(image: Element, base: string): void {
  const altText = collapseWhitespace(image.getAttribute('alt') ?? '');
  const address = imageUrl(image, base);
  if (altText !== '' && formulaImage.test(image.className)) image.replaceWith(formulaFor(image));
  else if (altText === '' || isRepeatedNearby(image, altText)) image.remove();
  else if (address === null || !hasLetterOrDigit(altText)) image.replaceWith(altText);
  else {
    image.setAttribute('alt', altText);
    image.setAttribute('src', address);
    image.removeAttribute('title');
  }
}

/** Images that load on scroll have a placeholder until then. */
function imageUrl(image: Element, base: string): string | null {
  return webUrl(image.getAttribute('src'), base) ?? webUrl(image.getAttribute('data-src'), base);
}

/** The classes of formulas in MediaWiki and WordPress, whose alternative text is TeX. */
const formulaImage = /(?:^|\s)(?:mwe-math-fallback-image-\w+|tex|latex)(?:\s|$)/;

function formulaFor(image: Element): Element {
  const alt = image.getAttribute('alt') ?? '';
  const formula = createElement(image.ownerDocument, 'code', alt);
  formula.className = formulaClass;
  formula.toggleAttribute(displayAttribute, /image-display/.test(image.className));
  return formula;
}

function isRepeatedNearby(image: Element, altText: string): boolean {
  const lowerAlt = altText.toLowerCase();
  if (countWords(altText) < minWords) {
    // Text in the same link or figure is about the image.
    const card = image.closest('a, figure');
    const isCard = card !== null && !hasMoreChildren(card, maxCardParts);
    const cardText = isCard ? card.textContent : '';
    return (
      (cardText.length <= maxCardLength && containsWords(cardText, lowerAlt)) ||
      isRepeatedAdjacent(image, lowerAlt)
    );
  }
  let up = image.parentElement;
  for (let step = 0; step < 4 && up !== null; step++, up = up.parentElement) {
    if (hasMoreChildren(up, maxCardParts) || up.textContent.length > maxCardLength) return false;
    if (containsWords(up.textContent, lowerAlt)) return true;
  }
  return false;
}

/** Returns whether the alternative text is repeated right before or after the image, within its table cell. */
function isRepeatedAdjacent(image: Element, lowerAlt: string): boolean {
  const cell = image.closest('td, th');
  const before = wordsNextTo(image, 'previousSibling').trim();
  // Headings may be numbered.
  const after = wordsNextTo(image, 'nextSibling').replace(/^\s*(?:\d+[.)]\s+)?/, '');
  const isBefore =
    before.endsWith(lowerAlt) && !isWordContinued(before.slice(0, -lowerAlt.length), lowerAlt);
  return (
    isBefore ||
    (after.startsWith(lowerAlt) && !isWordContinued(lowerAlt, after.slice(lowerAlt.length)))
  );

  function wordsNextTo(from: Element, side: 'previousSibling' | 'nextSibling'): string {
    let at: Element | null = from;
    for (let step = 0; step < 4 && at !== null && at !== cell; step++) {
      let node = at[side];
      for (let count = 0; node !== null && count < maxCardParts; count++, node = node[side]) {
        const text = node.textContent ?? '';
        if (text.length > maxCardLength) return '';
        if (/\S/.test(text)) return text.replace(/\s+/g, ' ').toLowerCase();
      }
      at = at.parentElement;
    }
    return '';
  }
}

/** Matches whole words only. `lowerAlt` must be lowercase. */
function containsWords(text: string, lowerAlt: string): boolean {
  const lower = text.replace(/\s+/g, ' ').toLowerCase();
  for (let at = lower.indexOf(lowerAlt); at !== -1; at = lower.indexOf(lowerAlt, at + 1)) {
    const [before, after] = [lower.slice(0, at), lower.slice(at + lowerAlt.length)];
    if (!isWordContinued(before, lowerAlt) && !isWordContinued(lowerAlt, after)) return true;
  }
  return false;
}

function isWordContinued(text: string, next: string): boolean {
  return (
    (endsWithCasedLetter(text) || /\d$/.test(text)) &&
    (startsWithCasedLetter(next) || /^\d/.test(next))
  );
}

function normalizeLink(link: Element, base: string): void {
  const text = link.textContent.trim();
  const href = link.getAttribute('href');
  const address = webUrl(href, base);
  const isInPage = href?.trim().startsWith('#') === true;
  if (text === '' && link.querySelector('img') === null) {
    link.remove();
  } else if (isInPage && !hasLetterOrDigit(text) && !footnoteMarker.test(text)) {
    // The `#` or `¶` next to a heading that links to itself.
    link.remove();
  } else if (isInPage && footnoteMarker.test(text)) {
    link.replaceWith(`[${text.replace(/[[\]]/g, '')}]`);
  } else if (address === null) {
    unwrap(link);
  } else {
    link.setAttribute('href', address);
    link.removeAttribute('title');
    separateFromPrevious(link);
    if (Array.from(link.querySelectorAll('*')).some(isBlockElement)) moveLinkToHeading(link);
  }
}

/** Adjacent links are sometimes separated only by CSS. */
function separateFromPrevious(link: Element): void {
  const before = link.previousSibling;
  if (before !== null && before.nodeName === 'A') link.before(' ');
}

/** If a whole card is a link, links its heading instead. */
function moveLinkToHeading(link: Element): void {
  const heading = link.querySelector(headingTags);
  link.replaceWith(withTag(link, 'div'));
  if (heading === null || heading.textContent.trim() === '') return;
  moveContents(heading, link);
  heading.append(link);
}

function webUrl(address: string | null, base: string): string | null {
  if (address === null || address.trim() === '') return null;
  const url = webAddress(URL.parse(address.trim(), base)?.href);
  return url !== null && url.length <= maxUrlLength ? url : null;
}
