/** The words about pages that have become findable. */
import type { LearnedNews } from '../../lib/contracts/outbox.ts';
import { counted, isolated } from './language.ts';

export const learnedWords = { close: 'Close' } as const;

/** Gives the sentence of what has become findable; null where there is nothing to tell. */
export function newsWords({ count, latest }: LearnedNews): string | null {
  if (count === 0) return null;
  const title = latest?.title.trim().slice(0, shownTitleLength) ?? '';
  if (count === 1 && title !== '') return `“${isolated(title)}” can be found now.`;
  return counted(count, { one: '# page can be found now.', other: '# pages can be found now.' });
}

const shownTitleLength = 120;
