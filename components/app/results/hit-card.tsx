import './hit-card.css';
import { Highlighter } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { SearchResult } from '../../../lib/search/model.ts';
import { MemoryChip } from '../../ui/memory-chip.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { hitView } from './hit-view.ts';
import { Passage } from './passage.tsx';
import { t } from '../../../lib/i18n/i18n.ts';

export type HitCardProps = {
  hit: SearchResult;
  now: number;
  onOpen: (hit: SearchResult) => void;
  children?: ReactNode;
};

export function HitCard({ hit, now, onOpen, children }: HitCardProps) {
  const { title, isTitled, host, savedAt, isNote, opens } = hitView(hit);
  // Notes lead with their text, pages with their title.
  const words = <Passage passage={hit.passage} marks={hit.marks} quoted={isNote} />;
  // Except when selecting text or clicking another control.
  const onCardClick = ({ target }: MouseEvent) => {
    const isOther =
      target instanceof Element && target.closest('button, [data-opens-itself]') !== null;
    if (opens && !isOther && window.getSelection()?.isCollapsed !== false) onOpen(hit);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button around the title is the keyboard alternative
    <article
      className="hit-card"
      data-opens={opens || undefined}
      data-note={isNote || undefined}
      onClick={onCardClick}
    >
      <div className="hit-card-top">
        <MemoryChip name={hit.memory} />
        {savedAt === null ? null : <TimeAgo then={savedAt} now={now} className="hit-card-when" />}
      </div>
      {isNote ? words : null}
      <div className="hit-card-source">
        <h2 className="hit-card-title">
          {opens ? (
            <button type="button" className="hit-card-open" data-hit onClick={() => onOpen(hit)}>
              <span className="hit-card-words" dir="auto">
                {title}
              </span>
            </button>
          ) : (
            <span className="hit-card-words" dir="auto" data-hit tabIndex={-1}>
              {title}
            </span>
          )}
        </h2>
        {host === null && !(isNote && isTitled) ? null : (
          <p className="hit-card-from">
            {isNote ? <Highlighter size={13} aria-hidden="true" /> : null}
            {isNote && isTitled ? <span>{t('search_yourNote')}</span> : null}
            {host === null ? null : <span className="hit-card-host">{host}</span>}
          </p>
        )}
      </div>
      {isNote ? null : words}
      {children}
    </article>
  );
}
