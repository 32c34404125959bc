/** What the popup says of a page before it is saved, in words. */
import type { PageKind } from '../../lib/capture/schema.ts';
import type { ReadingProgress } from '../../lib/save/model.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { locale, t } from '../../lib/i18n/i18n.ts';

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
  wholeOf: { page: t('preview_wholeOf_page'), selection: t('preview_wholeOf_selection') },
  addressOf: {
    file: t('preview_addressOf_file'),
    'own-network': t('preview_addressOf_ownNetwork'),
    browser: t('preview_addressOf_browser'),
  },
} as const;

/** Says a day, in milliseconds since the epoch: “3 November 2026”. */
export function dayOf(then: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(then);
}

/** Says how far a reading is: “Reading page 40 of 300”. */
export function progressWords(progress: ReadingProgress | null): string {
  if (progress === null) return t('preview_reading');
  const { stage, done, total } = progress;
  if (stage === 'coming') {
    return total === null
      ? t('preview_progress_got', { done: sizeWords(done) })
      : t('preview_progress_gotOf', { done: sizeWords(done), total: sizeWords(total) });
  }
  const number = new Intl.NumberFormat(locale());
  return total === null || total === 0
    ? t('preview_reading')
    : t('preview_progress_page', { done: number.format(done), total: number.format(total) });
}
