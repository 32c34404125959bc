import { FileSearch, X } from 'lucide-react';
import type { SearchResults } from '../../lib/search/model.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import type { AboutPage } from './search-state.ts';
import { IconButton } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type AboutBannerProps = {
  page: AboutPage;
  /** Null until the page has been read. */
  about: NonNullable<SearchResults['about']> | null;
  isAsking: boolean;
  onClose: () => void;
};

const shownLength = 300;

export function AboutBanner({ page, about, isAsking, onClose }: AboutBannerProps) {
  const title = cutText(about?.title ?? page.title, shownLength);
  return (
    <section className="about-banner" aria-label={t('search_about_action')}>
      <FileSearch size={18} />
      <div className="about-banner-words">
        <h2 className="about-banner-label">{t('search_about_action')}</h2>
        <p className="about-banner-title" dir="auto">
          {title}
        </p>
        {about === null && !isAsking ? null : (
          <p className="about-banner-text" dir="auto">
            {about === null
              ? t('search_about_reading')
              : t('search_about_words', { q: cutText(about.q, shownLength) })}
          </p>
        )}
      </div>
      <IconButton Icon={X} label={t('search_about_close')} onClick={onClose} />
    </section>
  );
}
