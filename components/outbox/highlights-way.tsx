import { Highlighter } from 'lucide-react';
import { plural, t } from '../../lib/i18n/i18n.ts';

export type HighlightsWayProps = {
  count: number;
  /** What the page is called in the names of its buttons. */
  name: string;
  /** The page is in front, so that its highlights can be shown beside it; else the way opens it. */
  isInFront: boolean;
  href: string | null;
  onShow: () => void;
};

/** The way from a page to what was highlighted on it; nothing where there is none. */
export function HighlightsWay({ count, name, isInFront, href, onShow }: HighlightsWayProps) {
  if (count === 0) return null;
  const words = plural(count, 'saves_highlights');
  const more = {
    className: 'save-row-way',
    'data-act': 'highlights',
    'aria-label': t('saves_of', { action: words, title: name }),
  };
  const shown = (
    <>
      <Highlighter size={13} aria-hidden="true" />
      {words}
    </>
  );
  if (isInFront) {
    return (
      <button type="button" {...more} onClick={onShow}>
        {shown}
      </button>
    );
  }
  if (href === null) return null;
  return (
    <a {...more} href={href} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}
