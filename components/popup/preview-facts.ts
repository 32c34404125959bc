/** The line of facts below a page's title: what kind of page it is, and how long. Pure. */
import type { Preview } from '../../lib/contracts/preview.ts';
import { counted } from '../../lib/language/text.ts';
import { kindNames, previewWords, sureFrom } from '../words/preview.ts';

export type PagePreview = Extract<Preview['page'], { ok: true }>;

/** Gives what stands in the line, in its order. */
export function factsOf(page: PagePreview): readonly string[] {
  const kind = kindNames[page.kind];
  const pages = page.pageCount === undefined ? [] : [counted(page.pageCount, previewWords.pages)];
  return [
    ...(kind === null ? [] : [page.kindConfidence < sureFrom ? kind.guess : kind.name]),
    ...pages,
    counted(page.wordCount, isShort(page) ? previewWords.few : previewWords.words),
    counted(page.readingMinutes, previewWords.minutes),
    ...(page.isUnfinished === true ? [previewWords.unfinished] : []),
  ];
}

/** Below this a page is one of a few words, which may be all of it, or not there yet. */
const fewWords = 25;

function isShort({ wordCount }: Pick<PagePreview, 'wordCount'>): boolean {
  return wordCount < fewWords;
}

/** Whether reading it once more may well give more. */
export function mayHoldMore(page: PagePreview): boolean {
  return isShort(page) || page.isUnfinished === true || page.errorStatus !== undefined;
}
