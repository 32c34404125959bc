/** A line under the address bar, as its stretches with how each looks; and what is asked for by Enter. Pure. */
import type { SearchResult } from '../search/model.ts';
import { matchRanges } from '../text/search-terms.ts';
import { passageUrl } from '../text/text-fragment.ts';
import type { Stretch } from '../browser/omnibox.ts';

/** The most suggestions that are shown. */
export const mostSuggestions = 6;
/** Characters of what was typed that are searched for, and of each part of a suggestion. */
const longestWords = 400;
const longest = { title: 90, host: 40, memory: 40 } as const;
/** An address that is longer is none a person could read, or a browser would show. */
const longestContent = 2_000;

/** The words that are searched for: what was typed, on one line. */
export function searchedWords(typed: string): string {
  return plainLine(typed, longestWords);
}

/** The parts of a hit that are shown, each short and harmless. */
type ShownHit = { title: string; host: string | null; memory: string };

export function shownHit({ title, passage, url, memory }: SearchResult): ShownHit {
  const named = plainLine(title ?? '', longest.title);
  return {
    title: named === '' ? plainLine(passage, longest.title) : named,
    host: url === null ? null : plainLine(hostOf(url), longest.host),
    memory: plainLine(memory, longest.memory),
  };
}

/** Marks the words of the query in a text. */
export function marked(text: string, q: string): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const [start, end] of matchRanges(text, q)) {
    if (start > at) stretches.push({ text: text.slice(at, start), look: 'plain' });
    stretches.push({ text: text.slice(start, end), look: 'match' });
    at = end;
  }
  if (at < text.length) stretches.push({ text: text.slice(at), look: 'plain' });
  return stretches;
}

/** What stands in the address bar for a hit: the way to its passage, or its words where its page is not known. */
export function contentOf(hit: SearchResult): string {
  const { url, passage, marks } = hit;
  if (url !== null && url.length <= longestContent) {
    const address = passageUrl({ url, passage, marks });
    return address.length <= longestContent ? address : url;
  }
  return plainLine(passage, longestWords);
}

/** What Enter asks for. */
export type Entered =
  | { kind: 'hit'; hit: SearchResult }
  /** A suggestion of a background that has ended since. */
  | { kind: 'address'; url: string }
  | { kind: 'words'; q: string };

/** Tells what was entered, by the suggestions that were shown; nobody types the address of a passage. */
export function enteredOf(text: string, shown: ReadonlyMap<string, SearchResult>): Entered {
  const typed = text.trim();
  const hit = shown.get(typed);
  if (hit !== undefined && hit.url !== null) return { kind: 'hit', hit };
  if (/^https?:\/\/\S*#:~:text=\S*$/u.test(typed) && URL.canParse(typed))
    return { kind: 'address', url: typed };
  return { kind: 'words', q: searchedWords(typed) };
}

/** As the browser writes it, imitations of another uncovered. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./u, '') : '';
}

/** Marks that set a direction, characters without a width, and what no markup may hold. */
const unseen =
  /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

/** Gives the text on one line, at most `length` characters of it as a person counts them, and a sign that it was cut. */
export function plainLine(text: string, length: number): string {
  // Looked at no further than it can matter: a title may be as long as its page likes.
  const line = text
    .slice(0, length * 16)
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= length) return line;
  let kept = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    line,
  )) {
    // One that is piled up of many marks is as wide as it likes: it counts for all of them.
    count += Math.max(1, Math.ceil(segment.length / 8));
    if (count > length) return `${kept.trimEnd()}…`;
    kept += segment;
  }
  return kept;
}
