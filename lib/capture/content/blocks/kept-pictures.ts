/** Takes off a kept part the pictures whose words are no part of its text. */
import { blockMark, blockTags, headingTags } from '../../element-kinds.ts';
import { hasLetterOrDigit } from '../../letters.ts';
import { linkedMark } from './prune.ts';
import { wordsIn } from './text-measure.ts';

const pictureFile = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** Fewer words than these may well stand in the text without saying what the picture shows. */
const fewestWords = 3;

/** Of a page with fewer words than these, what its pictures show is a good part. */
const shortText = 100;

/** What says more than this is no sign, wherever in a line it stands. */
const longestSign = 3;

/** What says more than this is no part of a sentence. */
const longestPart = 8;

const formulaSign = /[=\\^+]/;

/** So much it takes to say what a chart shows. */
const shortestFinding = 5;

const lineTags = `p, li, td, th, dt, dd, ${headingTags}`;

const chart =
  /\b(?:(?:flow ?)?charts?|graphs?|gr[aá]fi[ck]\w*|diagram\w*|infogra\w+|schem\w+|histogram\w*|timeline)\b/i;

/**
 * Changes `content`, of which `title` is that of the page. What stands in for a picture where it cannot be seen is not
 * what the page says: pictures stay where theirs are the only words for it, as on charts, for signs in a line or a
 * table, after a colon, and where the text is short. None stays that leads to another page, or whose words are a
 * file's name or are said by the text, the title or a picture before it. Where a sentence or a row would lack a part
 * without the picture, only what the same line or row says counts as said.
 */
export function removeIdlePictures(content: Element, title: string): void {
  const pictures = Array.from(content.getElementsByTagName('img'));
  if (pictures.length === 0) return;
  const text = plain(`${title} ${content.textContent}`);
  const isShort = wordsIn(content.textContent) < shortText;
  const seen = new Set<string>();
  const isLayout = createLayoutTest();
  for (const picture of pictures) {
    const words = plain(picture.getAttribute('alt') ?? '');
    // An emoji is a letter of its line.
    if (!hasLetterOrDigit(words)) continue;
    const whole = wholeAround(picture, words, isLayout);
    const isSaid =
      wordsIn(words) >= fewestWords &&
      (whole === null ? text : plain(whole.textContent)).includes(words);
    const isRepeated = isSaid || (whole === null && seen.has(words));
    const isIdle = isRepeated || pictureFile.test(words) || isSignpost(picture);
    const isWanted =
      isShort ||
      whole !== null ||
      isSign(picture, words) ||
      isFinding(picture) ||
      isLedUpTo(picture, content);
    if (isIdle || !isWanted) picture.remove();
    else seen.add(words);
  }
}

/** A link to the file of a picture only shows it larger. */
function isSignpost(picture: Element): boolean {
  const href = picture.closest('a')?.getAttribute('href');
  return href != null && !pictureFile.test(href);
}

/** Gives the row or the line that lacks a part without the picture; null where there is none. */
function wholeAround(
  picture: Element,
  words: string,
  isLayout: (table: Element) => boolean,
): Element | null {
  const isLong = wordsIn(words) > longestSign;
  if (isLong && picture.hasAttribute(linkedMark)) return null;
  const cell = picture.closest('td, th');
  if (cell !== null && !/\S/.test(cell.textContent)) {
    const table = cell.closest('table');
    return table === null || isLayout(table) ? null : cell.closest('tr');
  }
  const line = picture.closest(lineTags);
  return line !== null && isPart(picture, words) ? line : null;
}

/** Tables in tables, and those with headings, only set things side by side. */
function createLayoutTest(): (table: Element) => boolean {
  const known = new Map<Element, boolean>();
  return (table) => {
    const isKnown = known.get(table);
    if (isKnown !== undefined) return isKnown;
    const role = table.getAttribute('role');
    const isLayout =
      role === 'presentation' ||
      role === 'none' ||
      table.querySelector(`table, blockquote, ${headingTags}`) !== null;
    known.set(table, isLayout);
    return isLayout;
  };
}

/** Words before it in its line make it a part of a sentence; a picture that opens a line mostly goes with all of it. */
function isPart(picture: Element, words: string): boolean {
  const isFew = wordsIn(words) <= longestPart;
  const isMeasure = numbersIn(words) > 0;
  const isFormula = formulaSign.test(words);
  if (hasWordsBeside(picture, 'previousSibling')) return isFew || isMeasure || isFormula;
  return ((isFew && isMeasure) || isFormula) && hasWordsBeside(picture, 'nextSibling');
}

/** Looks along the line, which ends with its block, at a block within or at a break. */
function hasWordsBeside(picture: Element, side: 'previousSibling' | 'nextSibling'): boolean {
  for (let at: Element | null = picture; at !== null && !endsLine(at); at = at.parentElement) {
    for (let node = at[side]; node !== null; node = node[side]) {
      if (endsLine(node)) return false;
      if (/\S/.test(node.textContent ?? '')) return true;
    }
  }
  return false;
}

function endsLine(node: Node): boolean {
  if (!isElement(node)) return false;
  const { localName } = node;
  return localName === 'br' || blockTags.has(localName) || node.hasAttribute(blockMark);
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE;
}

/** The words right before it end in a colon. */
function isLedUpTo(picture: Element, content: Element): boolean {
  if (picture.hasAttribute(linkedMark)) return false;
  // Elements and text.
  const walker = content.ownerDocument.createTreeWalker(content, 5);
  walker.currentNode = picture;
  for (let node = walker.previousNode(); node !== null; node = walker.previousNode()) {
    if (node.nodeName === 'IMG') return false;
    const words = node.nodeType === node.TEXT_NODE ? (node.nodeValue ?? '').trimEnd() : '';
    if (words !== '') return /[:：]$/.test(words);
  }
  return false;
}

/** The only thing in a heading, or a few words amid those of a line. */
function isSign(picture: Element, words: string): boolean {
  const line = picture.closest(lineTags);
  if (line === null) return false;
  const isAlone = line.textContent.trim() === '';
  return isAlone ? line.matches(headingTags) : wordsIn(words) <= longestSign;
}

/** Says what a chart or the like shows, which nothing under the picture says. */
function isFinding(picture: Element): boolean {
  const alt = picture.getAttribute('alt') ?? '';
  if (wordsIn(alt) < shortestFinding) return false;
  const caption = picture.closest('figure')?.querySelector('figcaption');
  if (caption != null && /\S/.test(caption.textContent)) return false;
  return chart.test(alt) || (isPhrase(alt) && numbersIn(alt) > 1);
}

/** Names, such as those of goods with their measures, are mostly capitals. */
function isPhrase(alt: string): boolean {
  const small = alt.match(/(?<!\S)\p{Ll}/gu)?.length ?? 0;
  return small > (alt.match(/(?<!\S)\p{L}/gu)?.length ?? 0) / 2;
}

/** Shares count twice; years and dates say when, not how much. */
function numbersIn(alt: string): number {
  const numbers = alt.replace(/\b(?:19|20)\d\d\b(?:[-/.]\d+)*/g, '').match(/\d[\d.,]*\s?%?/g);
  return (numbers ?? []).reduce((sum, number) => sum + (number.endsWith('%') ? 2 : 1), 0);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
