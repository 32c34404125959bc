/** Takes off a kept part the pictures whose words are no part of its text. */
import { headingTags } from '../../element-kinds.ts';
import { hasLetterOrDigit } from '../../letters.ts';
import { wordsIn } from './text-measure.ts';

const pictureFile = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** Fewer words than these may well stand in the text without saying what the picture shows. */
const fewestWords = 3;

/** Of a page with fewer words than these, what its pictures show is a good part. */
const shortText = 100;

/** What says more than this is no sign in a line. */
const longestSign = 3;

/** So much it takes to say what a chart shows. */
const shortestFinding = 5;

const chart =
  /\b(?:(?:flow ?)?charts?|graphs?|gr[aá]fi[ck]\w*|diagram\w*|infogra\w+|schem\w+|histogram\w*|timeline)\b/i;

/**
 * Changes `content`, of which `title` is that of the page. What stands in for a picture where it cannot be seen is not
 * what the page says: pictures stay where theirs are the only words for it, as on charts, for signs in a line or a
 * table, and where the text is short. None stays that leads to another page, or whose words are a file's name or are
 * said by the text, the title or a picture before it.
 */
export function removeIdlePictures(content: Element, title: string): void {
  const pictures = Array.from(content.getElementsByTagName('img'));
  if (pictures.length === 0) return;
  const text = plain(`${title} ${content.textContent}`);
  const isShort = wordsIn(content.textContent) < shortText;
  const seen = new Set<string>();
  for (const picture of pictures) {
    const words = plain(picture.getAttribute('alt') ?? '');
    // An emoji is a letter of its line.
    if (!hasLetterOrDigit(words)) continue;
    const isSaid = wordsIn(words) >= fewestWords && text.includes(words);
    const isIdle = isSaid || seen.has(words) || pictureFile.test(words) || isSignpost(picture);
    if (isIdle || !(isShort || isSign(picture, words) || isFinding(picture))) {
      picture.remove();
    } else seen.add(words);
  }
}

/** A link to the file of a picture only shows it larger. */
function isSignpost(picture: Element): boolean {
  const href = picture.closest('a')?.getAttribute('href');
  return href != null && !pictureFile.test(href);
}

/** The only thing in a cell or a heading, or a few words amid those of a line. */
function isSign(picture: Element, words: string): boolean {
  const line = picture.closest(`p, li, td, th, dt, dd, ${headingTags}`);
  if (line === null) return false;
  const isAlone = line.textContent.trim() === '';
  return isAlone ? /^[th]/.test(line.localName) : wordsIn(words) <= longestSign;
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
