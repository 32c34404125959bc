import './save-search-button.css';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { mostSavedSearches } from '../../lib/search/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { IconButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import type { SearchHistoryHook } from './use-search-history.ts';

type SaveSearchButtonProps = { q: string; history: SearchHistoryHook };

/** Saves the current search, or removes it from the saved searches. */
export function SaveSearchButton({ q, history }: SaveSearchButtonProps) {
  const { canSave, save, unsave } = history;
  const [news, setNews] = useState('');
  const isSaved = history.isSavedSearch(q);
  const isBlocked = !isSaved && !canSave;
  const label = isBlocked
    ? t('search_saved_full', { count: mostSavedSearches })
    : t(isSaved ? 'search_saved_unsave' : 'search_saved_save', { q });

  const toggle = () => {
    setNews(t(isSaved ? 'search_saved_removed' : 'search_saved_done', { q }));
    if (isSaved) unsave(q);
    else save(q);
  };
  return (
    <>
      <IconButton
        Icon={Star}
        size={15}
        className="save-search-button"
        label={label}
        data-saved={isSaved || undefined}
        aria-disabled={isBlocked || undefined}
        onClick={isBlocked ? undefined : toggle}
      />
      <LiveRegion words={news} />
    </>
  );
}
