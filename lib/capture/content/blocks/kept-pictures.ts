/** Takes off a kept part the pictures that are no part of its text: signposts to other pages, and repetitions. */

const pictureFile = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** Fewer words than these may well stand in the text without saying what the picture shows. */
const fewestWords = 3;

/**
 * Changes `content`: a picture that leads to another page stays out, as does one whose words are a file's name or are
 * said by the text, the title or a picture before it.
 */
export function removeSignposts(content: Element, title: string): void {
  const pictures = Array.from(content.getElementsByTagName('img'));
  if (pictures.length === 0) return;
  const text = plain(`${title} ${content.textContent}`);
  const seen = new Set<string>();
  for (const picture of pictures) {
    const words = plain(picture.getAttribute('alt') ?? '');
    const isSaid = words.split(' ').length >= fewestWords && text.includes(words);
    if (isSaid || seen.has(words) || pictureFile.test(words) || isSignpost(picture)) {
      picture.remove();
    } else seen.add(words);
  }
}

/** A link to the file of a picture only shows it larger. */
function isSignpost(picture: Element): boolean {
  const href = picture.closest('a')?.getAttribute('href');
  return href != null && !pictureFile.test(href);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
