import { FileSearch, X } from 'lucide-react';
import type { RecallOutcome } from '../../lib/contracts/recall.ts';
import { cutText } from '../../lib/core/text/cut-text.ts';
import type { AboutPage } from '../hooks/search-state.ts';
import { IconButton } from '../ui/button.tsx';
import { searchWords } from '../words/search.ts';

export type AboutBannerProps = {
  page: AboutPage;
  /** What the page turned out to be about; null until it was read and searched for. */
  about: NonNullable<RecallOutcome['about']> | null;
  isAsking: boolean;
  onClose: () => void;
};

const shownLength = 300;

/** Says above the hits that they are about a page, and by which words they were found. */
export function AboutBanner({ page, about, isAsking, onClose }: AboutBannerProps) {
  const title = cutText(about?.title ?? page.title, shownLength);
  return (
    <section className="about-banner" aria-label={searchWords.about.title}>
      <FileSearch size={18} aria-hidden="true" />
      <div className="about-banner-words">
        <h2 className="about-banner-label">{searchWords.about.title}</h2>
        <p className="about-banner-title" dir="auto">
          {title}
        </p>
        {about === null && !isAsking ? null : (
          <p className="about-banner-text" dir="auto">
            {about === null
              ? searchWords.about.reading
              : searchWords.about.words(cutText(about.q, shownLength))}
          </p>
        )}
      </div>
      <IconButton label={searchWords.about.close} onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
