import './learned-notice.css';
import { BookmarkCheck, X } from 'lucide-react';
import { countOf, joined, noNews, withoutPage } from '../../lib/outbox/learned-news.ts';
import { IconButton } from '../ui/button.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { useCallback, useEffect, useState } from 'react';
import { useBridge } from '../app/bridge.ts';
import type { LearnedNews } from '../../lib/outbox/model.ts';
import { shortened } from '../../lib/text/cut-text.ts';

/** Tells once, and quietly, which pages have become findable; `isKnown` where the surface says it of one already. */
export function LearnedNotice({ isKnown = false }: { isKnown?: boolean }) {
  const { news, forget } = useLearnedNews();
  const words = isKnown && countOf(news) === 1 ? null : newsWords(news);
  return (
    // It has to be there before the words are, or they are not spoken.
    <output className="learned-notice">
      {words === null ? null : (
        <span className="learned-notice-line">
          <BookmarkCheck size={17} aria-hidden="true" />
          <span className="learned-notice-words">{words}</span>
          <IconButton label={t('learned_close')} onClick={forget}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </output>
  );
}

/**
 * The pages that have become findable and that the person was not told of before, until they are put aside; one whose
 * save is there no longer is no news either.
 */
function useLearnedNews() {
  const { ask, onEvent } = useBridge();
  const [news, setNews] = useState(noNews);

  useEffect(() => {
    const take = async () => {
      const taken = await ask('learned.take', {});
      if (taken.ok) setNews((before) => joined(before, taken.value));
    };
    const stop = onEvent((event) => {
      if (event.event === 'learned.news') void take();
      if (event.event === 'outbox.removed') setNews((before) => withoutPage(before, event.id));
    });
    void take();
    return stop;
  }, [ask, onEvent]);

  const forget = useCallback(() => setNews(noNews), []);
  return { news, forget };
}

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
