import './learned-notice.css';
import { BookmarkCheck, X } from 'lucide-react';
import { countOf } from '../../lib/outbox/learned-news.ts';
import { useLearnedNews } from './use-learned-news.ts';
import { IconButton } from '../ui/button.tsx';
import { newsWords } from './learned-text.ts';
import { t } from '../../lib/i18n/i18n.ts';

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
