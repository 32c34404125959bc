/** A preview as the popup shows it: the beginning of what would be sent, and what is known of the whole. */
import type { PageCapture, SelectionCapture } from '../../contracts/capture.ts';
import type { PageStanding, Preview, StoredPreview } from '../../contracts/preview.ts';
import { cutBetweenWords } from '../../core/text/cut-text.ts';
import { plainText } from '../../core/text/plain-text.ts';
import { countedWords, readingMinutes } from '../../core/text/reading-minutes.ts';

/** Characters shown of a page, and of a selection, before the person asks for the whole. */
const shown = { page: 600, selection: 600 };
/** Marks can take more room than the words they mark, such as the address of a link. */
const markdownShare = 8;

/** What is known of the page and of the selection from what was saved before. */
export type Known = {
  /** Those of a page that could be read. */
  standings: readonly PageStanding[];
  isKept: boolean;
};

/** Gives the view. */
export function previewOf(
  { id, page, selection }: StoredPreview,
  { standings, isKept }: Known,
): Preview {
  return {
    id,
    page: page.ok
      ? { ok: true, ...pageOf(page.capture), customId: page.customId, standings: [...standings] }
      : page,
    selection: selection === null ? null : { ...selectionOf(selection), isKept },
  };
}

type PageView = Omit<Extract<Preview['page'], { ok: true }>, 'ok' | 'customId' | 'standings'>;

function pageOf(capture: PageCapture): PageView {
  const { url, title, wordCount, kind, kindConfidence, extractor } = capture;
  const { author, site, published, language, pageCount, isUnfinished, errorStatus } = capture;
  return {
    url,
    title,
    wordCount,
    kind,
    kindConfidence,
    extractor,
    author,
    site,
    published,
    language,
    ...(pageCount === undefined ? {} : { pageCount }),
    ...(isUnfinished === undefined ? {} : { isUnfinished }),
    ...(errorStatus === undefined ? {} : { errorStatus }),
    ...openingOf(capture.content, shown.page),
    readingMinutes: readingMinutes(capture.content, wordCount),
  };
}

function openingOf(content: string, length: number): { opening: string; isWhole: boolean } {
  const start = content.slice(0, length * markdownShare);
  const plain = plainText(start)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
  const opening = cutBetweenWords(plain, length);
  return { opening, isWhole: opening === plain && start.length === content.length };
}

function selectionOf({
  text,
}: SelectionCapture): Omit<NonNullable<Preview['selection']>, 'isKept'> {
  const opening = cutBetweenWords(text.trim(), shown.selection);
  return {
    opening,
    isWhole: opening === text.trim(),
    words: countedWords(text),
  };
}
