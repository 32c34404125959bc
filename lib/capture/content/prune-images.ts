import { headingTags, isBlockElement, isElement } from '../elements.ts';
import { hasLetterOrDigit } from '../words.ts';
import { memoized } from '../memoized.ts';
import { linkedImageAttribute } from './prune.ts';
import { wordsIn } from './words-in.ts';

const imageFile = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;
/** Shorter text may repeat the content by chance. */
const minWords = 3;
const shortTextWords = 100;
const maxSymbolWords = 3;
const maxPhraseWords = 8;
const formulaCharacter = /[=\\^+]/;
const minChartWords = 5;
const lineTags = `p, li, td, th, dt, dd, ${headingTags}`;

const chart =
  /\b(?:(?:flow ?)?charts?|graphs?|gr[aá]fi[ck]\w*|diagram\w*|infogra\w+|schem\w+|histogram\w*|timeline)\b/i;

/** Keeps only charts, symbols, and images in a line or row, after a colon or in short content; drops redundant ones. */
export function removeRedundantImages(content: Element, title: string): void {
  const images = Array.from(content.getElementsByTagName('img'));
  if (images.length === 0) return;
  const text = normalized(`${title} ${content.textContent}`);
  const isShort = wordsIn(content.textContent) < shortTextWords;
  const seen = new Set<string>();
  const isLayout = memoized(isLayoutTable);
  const textOf = memoized((element: Element) => normalized(element.textContent));
  for (const image of images) {
    const words = normalized(image.getAttribute('alt') ?? '');
    // Emoji are part of the text.
    if (!hasLetterOrDigit(words)) continue;
    const lineOrRow = lineOrRowAround(image, words, { isLayout, textOf });
    const isInText =
      wordsIn(words) >= minWords && (lineOrRow === null ? text : textOf(lineOrRow)).includes(words);
    const isRepeated = isInText || (lineOrRow === null && seen.has(words));
    const isRedundant = isRepeated || imageFile.test(words) || isImageLink(image);
    const isUseful =
      isShort ||
      lineOrRow !== null ||
      isSymbol(image, words, textOf) ||
      describesChart(image) ||
      isIntroduced(image, content);
    if (isRedundant || !isUseful) image.remove();
    else seen.add(words);
  }
}

/** Links to an image file don't count, because they only enlarge the image. */
function isImageLink(image: Element): boolean {
  const href = image.closest('a')?.getAttribute('href');
  return href != null && !imageFile.test(href);
}

/** Each is computed once per element, because many images can share a line. */
type Lookups = { isLayout: (table: Element) => boolean; textOf: (element: Element) => string };

/** Returns the table row or line that would be incomplete without the image. */
function lineOrRowAround(
  image: Element,
  words: string,
  { isLayout, textOf }: Lookups,
): Element | null {
  const isLong = wordsIn(words) > maxSymbolWords;
  if (isLong && image.hasAttribute(linkedImageAttribute)) return null;
  const cell = image.closest('td, th');
  if (cell !== null && textOf(cell) === '') {
    const table = cell.closest('table');
    return table === null || isLayout(table) ? null : cell.closest('tr');
  }
  const line = image.closest(lineTags);
  return line !== null && isPartOfLine(image, words) ? line : null;
}

function isLayoutTable(table: Element): boolean {
  if (table.matches('[role=presentation], [role=none]')) return true;
  return table.querySelector(`table, blockquote, ${headingTags}`) !== null;
}

/** An image at the start of a line usually illustrates the whole line; after text, it's part of the sentence. */
function isPartOfLine(image: Element, words: string): boolean {
  const isShortPhrase = wordsIn(words) <= maxPhraseWords;
  const isMeasure = numbersIn(words) > 0;
  const isFormula = formulaCharacter.test(words);
  if (hasWordsBeside(image, 'previousSibling')) return isShortPhrase || isMeasure || isFormula;
  return ((isShortPhrase && isMeasure) || isFormula) && hasWordsBeside(image, 'nextSibling');
}

const maxBeside = 100;

/** Searches the line up to its end: the end of its block, a nested block, or a line break. */
function hasWordsBeside(image: Element, side: 'previousSibling' | 'nextSibling'): boolean {
  for (let at: Element | null = image; at !== null && !endsLine(at); at = at.parentElement) {
    let node = at[side];
    for (let count = 0; node !== null && count < maxBeside; count++, node = node[side]) {
      if (endsLine(node)) return false;
      if (/\S/.test(node.textContent ?? '')) return true;
    }
  }
  return false;
}

function endsLine(node: Node): boolean {
  if (!isElement(node)) return false;
  return node.localName === 'br' || isBlockElement(node);
}

function isIntroduced(image: Element, content: Element): boolean {
  if (image.hasAttribute(linkedImageAttribute)) return false;
  // NodeFilter.SHOW_ELEMENT | SHOW_TEXT
  const walker = content.ownerDocument.createTreeWalker(content, 5);
  walker.currentNode = image;
  for (let node = walker.previousNode(); node !== null; node = walker.previousNode()) {
    if (node.nodeName === 'IMG') return false;
    const words = node.nodeType === node.TEXT_NODE ? (node.nodeValue ?? '').trimEnd() : '';
    if (words !== '') return /[:：]$/.test(words);
  }
  return false;
}

function isSymbol(image: Element, words: string, textOf: Lookups['textOf']): boolean {
  const line = image.closest(lineTags);
  if (line === null) return false;
  const isAlone = textOf(line) === '';
  return isAlone ? line.matches(headingTags) : wordsIn(words) <= maxSymbolWords;
}

function describesChart(image: Element): boolean {
  const alt = image.getAttribute('alt') ?? '';
  if (wordsIn(alt) < minChartWords) return false;
  const caption = image.closest('figure')?.querySelector('figcaption');
  if (caption != null && /\S/.test(caption.textContent)) return false;
  return chart.test(alt) || (isPhrase(alt) && numbersIn(alt) > 1);
}

/** Returns whether most words are lowercase, unlike in product names with measures. */
function isPhrase(alt: string): boolean {
  const lowerCaseWords = alt.match(/(?<!\S)\p{Ll}/gu)?.length ?? 0;
  return lowerCaseWords > (alt.match(/(?<!\S)\p{L}/gu)?.length ?? 0) / 2;
}

function numbersIn(alt: string): number {
  const numbers = alt.replace(/\b(?:19|20)\d\d\b(?:[-/.]\d+)*/g, '').match(/\d[\d.,]*\s?%?/g);
  return (numbers ?? []).reduce((sum, number) => sum + (number.endsWith('%') ? 2 : 1), 0);
}

function normalized(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
