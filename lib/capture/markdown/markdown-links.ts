/** Makes links and images of a copied page fit for Markdown that is kept: absolute, and none that leads nowhere. */
import { blockMark, blockTags, headingTags } from '../element-kinds.ts';
import { beginsInWord, endsInWord, hasLetterOrDigit } from '../letters.ts';
import type { Pace } from '../pace.ts';
import { countWords } from './word-count.ts';

/** A longer address holds data or a tracking trail, not a place. */
const longestAddress = 2_048;

/** Letters in the surroundings of an image that can count as its own. */
const longestCard = 1_000;

/** Fewer words than these stand beside an image by chance. */
const fewestWords = 3;

const footnoteMark = /^\[?[\d*†‡§]{1,4}\]?$/;

/** Rewrites links and images in place; `base` is what their addresses are relative to. */
export async function normalizeLinks(root: Element, base: string, pace: Pace): Promise<void> {
  for (const [at, image] of Array.from(root.querySelectorAll('img')).entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the page, with its turns in between
    if (at % 64 === 63) await pace();
    settleImage(image, base);
  }
  for (const [at, link] of Array.from(root.querySelectorAll('a')).entries()) {
    // oxlint-disable-next-line no-await-in-loop
    if (at % 64 === 63) await pace();
    settleLink(link, base);
  }
}

/** The alternative text is kept in any case; an image without one says nothing that could be found again. */
function settleImage(image: Element, base: string): void {
  const alt = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  const address = webAddress(image.getAttribute('src'), base);
  if (alt === '' || isSaidBeside(image, alt)) image.remove();
  else if (address === null || isEmoji(alt)) image.replaceWith(alt);
  else {
    image.setAttribute('alt', alt);
    image.setAttribute('src', address);
    image.removeAttribute('title');
  }
}

/** A card or a figure whose words repeat the alternative text. */
function isSaidBeside(image: Element, alt: string): boolean {
  const said = alt.toLowerCase();
  if (countWords(alt) < fewestWords) {
    // What a link or a caption says is about the image.
    const own = image.closest('a, figure')?.textContent ?? '';
    return (own.length <= longestCard && says(own, said)) || isNextTo(image, said);
  }
  let around = image.parentElement;
  for (let step = 0; step < 4 && around !== null; step++) {
    const text = around.textContent;
    if (text.length > longestCard) return false;
    if (says(text, said)) return true;
    around = around.parentElement;
  }
  return false;
}

/** Says whether the words right before it end so, or those right after it begin so, in the same cell. */
function isNextTo(image: Element, said: string): boolean {
  const cell = image.closest('td, th');
  const before = wordsNextTo(image, 'previousSibling').trim();
  // A heading may be numbered.
  const after = wordsNextTo(image, 'nextSibling').replace(/^\s*(?:\d+[.)]\s+)?/, '');
  const isBefore = before.endsWith(said) && !isOneWord(before.slice(0, -said.length), said);
  return isBefore || (after.startsWith(said) && !isOneWord(said, after.slice(said.length)));

  function wordsNextTo(from: Element, side: 'previousSibling' | 'nextSibling'): string {
    let at: Element | null = from;
    for (let step = 0; step < 4 && at !== null && at !== cell; step++) {
      for (let node = at[side]; node !== null; node = node[side]) {
        const text = node.textContent ?? '';
        if (text.length > longestCard) return '';
        if (/\S/.test(text)) return text.replace(/\s+/g, ' ').toLowerCase();
      }
      at = at.parentElement;
    }
    return '';
  }
}

/** Looks for whole words; `said` is in small letters. */
function says(text: string, said: string): boolean {
  const plain = text.replace(/\s+/g, ' ').toLowerCase();
  for (let at = plain.indexOf(said); at !== -1; at = plain.indexOf(said, at + 1)) {
    const end = at + said.length;
    if (!isOneWord(plain.slice(0, at), said) && !isOneWord(said, plain.slice(end))) return true;
  }
  return false;
}

/** Says whether the last word of one text goes on in the next. */
function isOneWord(text: string, next: string): boolean {
  return (endsInWord(text) || /\d$/.test(text)) && (beginsInWord(next) || /^\d/.test(next));
}

function isEmoji(alt: string): boolean {
  return !hasLetterOrDigit(alt);
}

function settleLink(link: Element, base: string): void {
  const text = link.textContent.trim();
  const href = link.getAttribute('href');
  const address = webAddress(href, base);
  const isInPage = href?.trim().startsWith('#') === true;
  if (text === '' && link.querySelector('img') === null) {
    link.remove();
  } else if (isInPage && !hasLetterOrDigit(text) && !footnoteMark.test(text)) {
    // The sign beside a heading that links to the heading.
    link.remove();
  } else if (isInPage && footnoteMark.test(text)) {
    link.replaceWith(`[${text.replace(/[[\]]/g, '')}]`);
  } else if (address === null) {
    link.replaceWith(...Array.from(link.childNodes));
  } else {
    link.setAttribute('href', address);
    link.removeAttribute('title');
    keepApart(link);
    if (holdsBlock(link)) narrow(link);
  }
}

/** Two links side by side are two words, though only the style sheet may set them apart. */
function keepApart(link: Element): void {
  const before = link.previousSibling;
  const isLink = before !== null && before.nodeName === 'A';
  // After an exclamation mark the link would be read as an image.
  if (isLink || before?.textContent?.endsWith('!') === true) link.before(' ');
}

function holdsBlock(link: Element): boolean {
  return Array.from(link.querySelectorAll('*')).some(
    (element) => blockTags.has(element.localName) || element.hasAttribute(blockMark),
  );
}

/** A card that is one link: the link goes to its heading, and the blocks of the card stand by themselves. */
function narrow(link: Element): void {
  const document = link.ownerDocument;
  const heading = link.querySelector(headingTags);
  const card = document.createElement('div');
  card.append(...Array.from(link.childNodes));
  link.replaceWith(card);
  if (heading === null || heading.textContent.trim() === '') return;
  link.append(...Array.from(heading.childNodes));
  heading.append(link);
}

/** Gives the absolute address where it is one of the web, and else null. */
function webAddress(address: string | null, base: string): string | null {
  if (address === null || address.trim() === '') return null;
  const url = URL.parse(address.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.href.length > longestAddress ? null : url.href;
}
