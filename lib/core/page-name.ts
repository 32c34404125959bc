/** What a page is called that gives itself no title. */
import { blocksOf } from './text/blocks.ts';
import { plainText } from './text/plain-text.ts';

type Page = { title: string; url: string; content: string };

/** Gives the page with a title: its own or, where that is blank, its first heading, its first words, or its address. */
export function named<T extends Page>(page: T): T {
  return page.title.trim() === '' ? { ...page, title: nameOf(page) } : page;
}

/** Gives the file at an address, or else its site; null where the address has neither, as `data:` has not. */
export function nameInAddress(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || !/^(?:https?|file):$/.test(address.protocol)) return null;
  const last = decoded(address.pathname.split('/').findLast((part) => part !== '') ?? '');
  // The last word of a web page’s path is a name to its server alone, unless it is that of a file.
  if (last !== '' && (address.protocol === 'file:' || fileName.test(last))) return last;
  return address.host === '' ? null : address.host.replace(/^www\./, '');
}

const fileName = /^[^.].*\.[a-z][a-z\d]{1,4}$/i;
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
  return best === undefined ? (nameInAddress(url) ?? '') : shortened(best.words);
}

function firstLine(text: string): string {
  return /\S[^\n]*/.exec(text)?.[0].replace(/\s+/g, ' ').trim() ?? '';
}

/** Cut between two words where there is a gap near the end, and never inside a character. */
function shortened(words: string): string {
  if (words.length <= longestName) return words;
  const start = words.slice(0, longestName);
  const gap = start.lastIndexOf(' ');
  return `${(gap > longestName / 2 ? start.slice(0, gap) : start).toWellFormed()}…`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // Not every address is encoded well.
  }
}
