import type { SearchResult } from '../search/model.ts';
import { matchRanges } from '../text/search-terms.ts';
import { passageUrl } from '../text/text-fragment.ts';
import type { Stretch } from '../browser/omnibox.ts';

export const mostSuggestions = 6;
/** In characters. */
const longestWords = 400;
const longest = { title: 90, host: 40, memory: 40 } as const;
/** Browsers don't show longer URLs. */
const longestContent = 2_000;

export function searchedWords(typed: string): string {
  return plainLine(typed, longestWords);
}

type ShownHit = { title: string; host: string | null; memory: string };

export function shownHit({ title, passage, url, memory }: SearchResult): ShownHit {
  const named = plainLine(title ?? '', longest.title);
  return {
    title: named === '' ? plainLine(passage, longest.title) : named,
    host: url === null ? null : plainLine(hostOf(url), longest.host),
    memory: plainLine(memory, longest.memory),
  };
}

/** Highlights the words of the query. */
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

/** The URL of the passage; the text of a hit without a page. */
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
  /** A suggestion made before the background restarted. */
  | { kind: 'address'; url: string }
  | { kind: 'words'; q: string };

/** A URL with a text fragment is a suggestion's: people don't type those. */
export function enteredOf(text: string, shown: ReadonlyMap<string, SearchResult>): Entered {
  const typed = text.trim();
  const hit = shown.get(typed);
  if (hit !== undefined && hit.url !== null) return { kind: 'hit', hit };
  if (/^https?:\/\/\S*#:~:text=\S*$/u.test(typed) && URL.canParse(typed))
    return { kind: 'address', url: typed };
  return { kind: 'words', q: searchedWords(typed) };
}

/** As punycode, which exposes imitations. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./u, '') : '';
}

/** Direction marks, characters without width, and those invalid in markup. */
const unseen =
  /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}]/gu;

/** At most `length` visible characters, with an ellipsis if cut. */
export function plainLine(text: string, length: number): string {
  // Titles can be of any length.
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
    // Stacked combining marks are wider than one character.
    count += Math.max(1, Math.ceil(segment.length / 8));
    if (count > length) return `${shown.trimEnd()}…`;
    shown += segment;
  }
  return shown;
}
