/** What the popup says of a page before it is saved, in words. */
import type { PageKind } from '../../lib/contracts/capture.ts';
import type { ReadingProgress } from '../../lib/contracts/preview.ts';
import { counted, locale } from './language.ts';
import { sizeWords } from './size.ts';

/** What the page is, where that is sure, and what it looks like where it is not; null says nothing. */
export const kindNames: Record<PageKind, { name: string; guess: string } | null> = {
  article: { name: 'Article', guess: 'Looks like an article' },
  documentation: { name: 'Documentation', guess: 'Looks like documentation' },
  question: { name: 'Question and answers', guess: 'Looks like a question with answers' },
  forum: { name: 'Forum thread', guess: 'Looks like a forum thread' },
  social: { name: 'Post', guess: 'Looks like a post' },
  chat: { name: 'Chat', guess: 'Looks like a chat' },
  video: { name: 'Video', guess: 'Looks like a video page' },
  product: { name: 'Product', guess: 'Looks like a product page' },
  list: { name: 'List', guess: 'Looks like a list' },
  app: { name: 'Web app', guess: 'Looks like a web app' },
  pdf: { name: 'PDF', guess: 'Looks like a PDF' },
  text: { name: 'Text file', guess: 'Looks like a text file' },
  other: null,
};

/** From how sure a kind is named outright. */
export const sureFrom = 0.7;

export const previewWords = {
  reading: 'Reading the page',
  words: { one: '# word', other: '# words' },
  few: { one: 'Only # word', other: 'Only # words' },
  unfinished: 'Still loading',
  pages: { one: '# page', other: '# pages' },
  minutes: { one: '# min to read', other: '# min to read' },
  sureness: (share: number) =>
    `Keepsake is ${new Intl.NumberFormat(locale(), { style: 'percent' }).format(share)} sure of the kind`,
  label: 'What will be saved',
  readAll: 'Read all of it',
  wholeOf: { page: 'The text that is saved', selection: 'The words you selected' },
  textGone: 'The text is no longer at hand. Close this and open it again.',
  back: 'Back',
  editTitle: 'Edit title',
  title: 'Title',
  titleKeys: 'Enter keeps it, Esc restores it',
  readAgain: 'Read it again',
  saveAddress: 'Save the address instead',
  addressOf: {
    file: 'Its address cannot be saved instead: it is a file of this device.',
    'own-network':
      'Its address cannot be saved instead: it leads into your own network, where the memory on this device fetches nothing.',
    browser: 'Its address cannot be saved instead: it is none of the web.',
  },
  allowSite: 'Allow this site',
  allowFiles: 'Allow files of this device',
  changed: {
    title: 'This page has changed',
    since: (day: string) => `since you saved it on ${day}.`,
    save: 'Save as new version',
  },
  unchanged: (day: string) => `Saved on ${day}, and unchanged since.`,
  savedOn: (day: string) => `Saved on ${day}.`,
  changedSince: (day: string) => `It has changed since you saved it on ${day}.`,
} as const;

export const selectionWords = {
  title: 'Your selection',
  words: (count: number) => counted(count, { one: '# word', other: '# words' }),
  showAll: 'Show all of it',
  comment: 'Your comment',
  commentPlaceholder: 'Your comment, if you like',
  withSource: 'Add where it is from',
  keep: 'Keep as note',
  /** Where the same words were kept before. */
  keepAgain: 'Keep all the same',
  keeping: 'Keeping it',
  kept: (memory: string) => `Kept as a note in ${memory}`,
} as const;

/** Says a day, in milliseconds since the epoch: “3 November 2026”. */
export function dayOf(then: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(then);
}

/** Says how far a reading is: “Reading page 40 of 300”. */
export function progressWords(progress: ReadingProgress | null): string {
  if (progress === null) return previewWords.reading;
  const { stage, done, total } = progress;
  if (stage === 'coming') {
    return total === null
      ? `Getting the file: ${sizeWords(done)}`
      : `Getting the file: ${sizeWords(done)} of ${sizeWords(total)}`;
  }
  const number = new Intl.NumberFormat(locale());
  return total === null || total === 0
    ? previewWords.reading
    : `Reading page ${number.format(done)} of ${number.format(total)}`;
}
