/** What the popup says of a page before it is saved, in words. */
import type { PageKind } from '../../lib/contracts/capture.ts';
import type { ReadingProgress } from '../../lib/contracts/preview.ts';
import { sizeWords } from './size.ts';
import { counted, locale, t } from '../../lib/language/text.ts';

/** What the page is, where that is sure, and what it looks like where it is not; null says nothing. */
export const kindNames: Record<PageKind, { name: string; guess: string } | null> = {
  article: {
    name: t('preview_kindNames_article_name'),
    guess: t('preview_kindNames_article_guess'),
  },
  documentation: {
    name: t('preview_kindNames_documentation_name'),
    guess: t('preview_kindNames_documentation_guess'),
  },
  question: {
    name: t('preview_kindNames_question_name'),
    guess: t('preview_kindNames_question_guess'),
  },
  forum: { name: t('preview_kindNames_forum_name'), guess: t('preview_kindNames_forum_guess') },
  social: { name: t('preview_kindNames_social_name'), guess: t('preview_kindNames_social_guess') },
  chat: { name: t('preview_kindNames_chat_name'), guess: t('preview_kindNames_chat_guess') },
  video: { name: t('preview_kindNames_video_name'), guess: t('preview_kindNames_video_guess') },
  product: {
    name: t('preview_kindNames_product_name'),
    guess: t('preview_kindNames_product_guess'),
  },
  list: { name: t('preview_kindNames_list_name'), guess: t('preview_kindNames_list_guess') },
  app: { name: t('preview_kindNames_app_name'), guess: t('preview_kindNames_app_guess') },
  pdf: { name: t('preview_kindNames_pdf_name'), guess: t('preview_kindNames_pdf_guess') },
  text: { name: t('preview_kindNames_text_name'), guess: t('preview_kindNames_text_guess') },
  other: null,
};

/** From how sure a kind is named outright. */
export const sureFrom = 0.7;

export const previewWords = {
  reading: t('preview_reading'),
  words: 'preview_words',
  few: 'preview_few',
  unfinished: t('preview_unfinished'),
  reportsError: (status: number) => t('preview_reportsError', { status: String(status) }),
  pages: 'preview_pages',
  minutes: 'preview_minutes',
  sureness: (share: number) =>
    t('preview_sureness', {
      share: new Intl.NumberFormat(locale(), { style: 'percent' }).format(share),
    }),
  readAll: t('preview_readAll'),
  wholeOf: { page: t('preview_wholeOf_page'), selection: t('preview_wholeOf_selection') },
  textGone: t('preview_textGone'),
  back: t('preview_back'),
  editTitle: t('preview_editTitle'),
  title: t('preview_title'),
  titleKeys: t('preview_titleKeys'),
  readAgain: t('preview_readAgain'),
  saveAddress: t('preview_saveAddress'),
  addressOf: {
    file: t('preview_addressOf_file'),
    'own-network': t('preview_addressOf_ownNetwork'),
    browser: t('preview_addressOf_browser'),
  },
  allowSite: t('preview_allowSite'),
  allowFiles: t('preview_allowFiles'),
  changed: {
    title: t('preview_changed_title'),
    since: (day: string) => t('preview_changed_since', { day }),
    save: t('preview_changed_save'),
  },
  unchanged: (day: string) => t('preview_unchanged', { day }),
  savedOn: (day: string) => t('preview_savedOn', { day }),
  changedSince: (day: string) => t('preview_changedSince', { day }),
} as const;

export const selectionWords = {
  title: t('preview_selection_title'),
  words: (count: number) => counted(count, 'preview_selection_words'),
  showAll: t('preview_selection_showAll'),
  comment: t('preview_selection_comment'),
  commentPlaceholder: t('preview_selection_commentPlaceholder'),
  withSource: t('preview_selection_withSource'),
  keep: t('preview_selection_keep'),
  /** Where the same words were kept before. */
  isKept: t('errors_selection_kept_title'),
  keepAgain: t('preview_selection_keepAgain'),
  keeping: t('preview_selection_keeping'),
  kept: (memory: string) => t('preview_selection_kept', { memory }),
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
      ? t('preview_progress_got', { done: sizeWords(done) })
      : t('preview_progress_gotOf', { done: sizeWords(done), total: sizeWords(total) });
  }
  const number = new Intl.NumberFormat(locale());
  return total === null || total === 0
    ? previewWords.reading
    : t('preview_progress_page', { done: number.format(done), total: number.format(total) });
}
