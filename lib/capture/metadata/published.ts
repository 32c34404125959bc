/** Finds the day a page was published, if its metadata doesn't state it. */
import { contentElements, isLinkedCard, linesNear } from './content-elements.ts';
import { dayIn } from './dates.ts';

const times =
  '[itemprop~=datePublished], [itemprop~=dateCreated], time, abbr[title], [class*=date i], [class*=publish i], [class*=posted i]';
const maxLineLength = 100;
/** Dates further down belong to other pages or people. */
const maxTimes = 40;

/** Prefers marked dates, then the URL, then text near the heading. A date of an update counts if there is no other. */
export function visibleDateOf(
  document: Document,
  { heading, language }: { heading: Element | null; language: string | null },
): string | null {
  const marked = markedDatesOf(document, language);
  const near = heading === null ? [] : linesNear(heading).map((line) => dated(line, language));
  const dates = [...marked, dated(datedPath(document.URL), language), ...near].filter(
    (each) => each !== null,
  );
  return (dates.find(({ isUpdate }) => !isUpdate) ?? dates[0])?.day ?? null;
}

type Dated = { day: string; isUpdate: boolean };

/** Matches words of a date when the page was changed, checked or read. */
const update =
  /updat|modif|chang|aktualisiert|geändert|zuletzt|\blast\b|stand\b|abgerufen|mis à jour|actualizad|aggiornat|atualizad|review/i;
const publication = /publi|posted|veröff/i;

function dated(text: string, language: string | null, label = text): Dated | null {
  const day = dayIn(text, language);
  return day === null ? null : { day, isUpdate: update.test(label) && !publication.test(label) };
}

function markedDatesOf(document: Document, language: string | null): (Dated | null)[] {
  const datedLines = new Set<Element>();
  const isInStory = (time: Element): boolean => {
    const line = time.closest(proseTags);
    if (line === null || time.matches('[itemprop~=datePublished]')) return false;
    const isRepeated = datedLines.has(line);
    datedLines.add(line);
    return isRepeated || line.textContent.trim().length > maxLineLength;
  };
  const candidates = Array.from(document.querySelectorAll(times)).slice(0, maxTimes);
  return Array.from(contentElements(candidates)).flatMap((time) => {
    const text = time.textContent.trim();
    const value = statedTimeOf(time) ?? text;
    if (value.length > maxLineLength || isInStory(time) || isLinkedCard(time)) return [];
    const before = time.previousElementSibling?.textContent.slice(-20) ?? '';
    return dated(value, language, `${time.className} ${before} ${text}`);
  });
}

/** Returns a date in the attributes, but no duration, which starts with P. */
function statedTimeOf(time: Element): string | undefined {
  const values = ['datetime', 'content', 'title'].map((name) => time.getAttribute(name) ?? '');
  return values.find((value) => /\d{4}/.test(value) && !/^\s*P/i.test(value));
}

/** In a long line, a date belongs to the story rather than to the page. */
const proseTags = 'p, blockquote, figcaption';

/** Returns the date in a path such as `/2025/03/03/keeping-ice`. */
function datedPath(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return /\/(?:19|20)\d\d([-/])\d\d\1\d\d(?=\D|$)/.exec(path)?.[0].slice(1) ?? '';
}
