/** What a page is called that gives itself no title. */
import { nameInAddress } from '../url/web-address.ts';
import { blocksOf } from '../text/blocks.ts';
import { shortened } from '../text/cut-text.ts';
import { plainText } from '../text/plain-text.ts';

type Page = { title: string; url: string; content: string };

/** Gives the page with a title: its own or, where that is blank, its first heading, its first words, or its address. */
export function named<T extends Page>(page: T): T {
  return hasTitle(page) ? page : { ...page, title: nameOf(page) };
}

/** An address in the place of a title, as browsers and the reader write it, is none that the page gave. */
function hasTitle({ title, url }: Page): boolean {
  const address = URL.parse(url);
  const asWritten = address === null ? '' : `${address.host}${address.pathname}`;
  return !['', url, asWritten].includes(title.trim());
}

/** A page’s own heading stands near its beginning; characters. */
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
