import { nameInAddress } from '../url/web-address.ts';
import { blocksOf } from '../text/blocks.ts';
import { shortened } from '../text/cut-text.ts';
import { plainText } from '../text/plain-text.ts';

type Page = { title: string; url: string; content: string };

/** Fills in a missing title from the first heading, the first words, or the URL. */
export function named<T extends Page>(page: T): T {
  return hasTitle(page) ? page : { ...page, title: nameOf(page) };
}

/** Browsers show the URL as the title of a page without one. */
function hasTitle({ title, url }: Page): boolean {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return !['', url, `${host}${pathname}`].includes(title.trim());
}

/** How many characters at the start of the content are searched for a name. */
const lookedAt = 20_000;
const longestName = 80;

function nameOf({ url, content }: Page): string {
  const start = content.slice(0, lookedAt);
  const blocks = blocksOf(start).map(({ kind, start: from, end }) => ({
    kind,
    words: firstLine(plainText(start.slice(from, end))),
  }));
  const readable = blocks.filter(({ words }) => words !== '');
  const best = readable.find(({ kind }) => kind === 'heading') ?? readable[0];
  return best === undefined ? (nameInAddress(url) ?? '') : shortened(best.words, longestName);
}

function firstLine(text: string): string {
  return /\S[^\n]*/.exec(text)?.[0].replace(/\s+/g, ' ').trim() ?? '';
}
