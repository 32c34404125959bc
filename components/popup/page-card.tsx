import './page-card.css';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { popupWords } from '../words/popup.ts';
import type { PopupView } from './popup-view.ts';

/** The page in front, as a card; a ribbon hangs in it once the page is saved. */
export function PageCard({ view }: { view: PopupView }) {
  if (!('tab' in view)) {
    return (
      <section className="page-card" aria-label={popupWords.loading} aria-busy="true">
        <SkeletonLine width={84} tall />
        <SkeletonLine width={56} tall />
      </section>
    );
  }
  const { title, url } = view.tab;
  return (
    <section className="page-card">
      <h2 className="page-card-title" dir="auto">
        {title.trim() === '' ? popupWords.untitled : title.slice(0, shownTitleLength)}
      </h2>
      <p className="page-card-site">{siteOf(url)}</p>
      <svg
        className="page-card-ribbon"
        data-kept={ribbonOf(view)}
        viewBox="0 0 18 40"
        width="18"
        height="40"
        aria-hidden="true"
      >
        <path d="M0 0h18v40l-9-7.3-9 7.3z" />
      </svg>
    </section>
  );
}

/** More would not be seen, and titles of any length exist. */
const shownTitleLength = 300;

function ribbonOf(view: PopupView): 'no' | 'soon' | 'yes' {
  if (view.kind === 'form') return view.form.kept;
  return view.kind === 'save' ? view.save.kept : 'no';
}

/** The host as the browser writes it, which shows names that imitate others for what they are. */
function siteOf(url: string): string {
  try {
    const { host, protocol } = new URL(url);
    if (protocol === 'https:' || protocol === 'http:') return host.replace(/^www\./, '');
    return host === '' ? protocol : `${protocol}//${host}`;
  } catch {
    return '';
  }
}
