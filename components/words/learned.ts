/** The words about pages that have become findable. */
import type { LearnedNews } from '../../lib/contracts/outbox.ts';
import { countOf } from '../../lib/core/learned/news.ts';
import { counted, t } from '../../lib/language/text.ts';

export const learnedWords = { close: t('learned_close') } as const;

/** Gives the sentence of what has become findable; null where there is nothing to tell. */
export function newsWords(news: LearnedNews): string | null {
  const count = countOf(news);
  if (count === 0) return null;
  const title = news.pages.at(-1)?.title.trim().slice(0, shownTitleLength) ?? '';
  if (count === 1 && title !== '') return t('learned_one', { title });
  return counted(count, 'learned_many');
}

const shownTitleLength = 120;
