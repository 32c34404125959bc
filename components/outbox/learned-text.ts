/** The words about pages that have become findable. */
import type { LearnedNews } from '../../lib/outbox/model.ts';
import { countOf } from '../../lib/outbox/learned-news.ts';
import { shortened } from '../../lib/text/cut-text.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';

/** Gives the sentence of what has become findable; null where there is nothing to tell. */
export function newsWords(news: LearnedNews): string | null {
  const count = countOf(news);
  if (count === 0) return null;
  const title = news.pages.at(-1)?.title.trim() ?? '';
  if (count === 1 && title !== '')
    return t('learned_one', { title: shortened(title, shownTitleLength) });
  return plural(count, 'learned_many');
}

/** What is said of it has to stand in the two lines of a popup, too. */
const shownTitleLength = 48;
