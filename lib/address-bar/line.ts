import type { SearchResult } from '../search/model.ts';
import { matchRanges } from '../text/search-terms.ts';
import { passageUrl } from '../text/text-fragment.ts';
import { webHost } from '../url/web-address.ts';
import type { Stretch } from '../browser/omnibox.ts';

export const mostSuggestions = 6;
/** Maximum length of a query in characters. */
const longestWords = 400;
const longest = { title: 90, host: 40, memory: 40 } as const;
/** Maximum URL length of a suggestion; browsers don't show longer URLs. */
const longestContent = 2_000;

export function searchedWords(typed: string): string {
  return plainLine(typed, longestWords);
}

export function shownHit({ title, passage, url, memory }: SearchResult) {
  const named = plainLine(title ?? '', longest.title);
  return {
    title: named === '' ? plainLine(passage, longest.title) : named,
    host: url === null ? null : plainLine(webHost(url) ?? '', longest.host),
    memory: plainLine(memory, longest.memory),
  };
}

/** Splits text into stretches, with the words of the query marked as matches. */
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

/** Returns the URL of the passage, or its text if there is no usable URL. */
export function contentOf(hit: SearchResult): string {
  const { url, passage, marks } = hit;
  if (url !== null && url.length <= longestContent) {
    const address = passageUrl({ url, passage, marks });
    return address.length <= longestContent ? address : url;
  }
  return plainLine(passage, longestWords);
}

export type Entered =
  | { kind: 'hit'; hit: SearchResult }
  /** A suggestion shown before the background restarted, so its hit is unknown. */
  | { kind: 'address'; url: string }
  | { kind: 'words'; q: string };

/** Treats a URL with a text fragment as a suggestion, because people don't type text fragments. */
export function enteredOf(text: string, shown: ReadonlyMap<string, SearchResult>): Entered {
  const typed = text.trim();
  const hit = shown.get(typed);
  if (hit !== undefined && hit.url !== null) return { kind: 'hit', hit };
  if (/^https?:\/\/\S*#:~:text=\S*$/u.test(typed) && URL.canParse(typed))
    return { kind: 'address', url: typed };
  return { kind: 'words', q: searchedWords(typed) };
}

/** Bidi controls, zero-width characters, and characters invalid in XML. */
const unseen =
  /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

/** Collapses text to one line of at most `length` visible characters, ending in an ellipsis if truncated. */
export function plainLine(text: string, length: number): string {
  // Titles can have any length, so cut them before the costly steps.
  const line = text
    .slice(0, length * 16)
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= length) return line;
  let shown = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    line,
  )) {
    // Count a pile of combining marks as more than one character.
    count += Math.max(1, Math.ceil(segment.length / 8));
    if (count > length) return `${shown.trimEnd()}…`;
    shown += segment;
  }
  return shown;
}
