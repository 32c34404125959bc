import './hit-card.css';
import { Check, Highlighter, Quote } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { SearchResult } from '../../../lib/search/model.ts';
import { MemoryChip } from '../../ui/memory-chip.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useCopying } from '../use-copying.ts';
import { hitView, quoteOf } from './hit-view.ts';
import { MoreButton, PassageText, usePassageFold } from './passage.tsx';
import { t } from '../../../lib/i18n/i18n.ts';

export type HitCardProps = {
  hit: SearchResult;
  now: number;
  onOpen: (hit: SearchResult) => void;
  /** Hides the Memory's name, because it's shown nearby. */
  isMemoryKnown?: boolean;
  /** Label of the button that expands the card; only shown if there is more of the passage, or `children`. */
  moreLabel?: string;
  onExpand?: () => void;
  children?: ReactNode;
};

/** Shows a result in a few lines; a click expands it. */
export function HitCard({ hit, now, onOpen, isMemoryKnown, moreLabel, ...rest }: HitCardProps) {
  const { onExpand, children } = rest;
  const { title, isTitled, host, savedAt, isNote, opens } = hitView(hit);
  const { ref, whole, setWhole, isCut } = usePassageFold(hit);
  const hasMore = isCut || (children ?? null) !== null;
  const toggle = () => {
    setWhole(!whole);
    if (!whole) onExpand?.();
  };
  // A click expands the card, unless the person is selecting text or clicked a control.
  const onCardClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button, [data-opens-itself]') !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    if (hasMore) toggle();
    else if (opens) onOpen(hit);
  };
  // Notes start with their text, pages with their title.
  const words = (
    <PassageText ref={ref} passage={hit.passage} marks={hit.marks} quoted={isNote} whole={whole} />
  );
  const heading = (
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
  );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the buttons are the keyboard alternative
    <article
      className="hit-card"
      data-reacts={opens || hasMore || undefined}
      data-note={isNote || undefined}
      onClick={onCardClick}
    >
      <div className="hit-card-top">
        <div className="hit-card-from">
          {isNote ? <Highlighter size={13} /> : null}
          {isNote ? isTitled ? <span>{t('search_yourNote')}</span> : heading : null}
          {host === null ? null : <span className="hit-card-host">{host}</span>}
          {isMemoryKnown === true ? null : <MemoryChip name={hit.memory} />}
        </div>
        <CopyQuote hit={hit} />
        {savedAt === null ? null : <TimeAgo then={savedAt} now={now} className="hit-card-when" />}
      </div>
      {isNote ? words : null}
      {isNote && !isTitled ? null : heading}
      {isNote ? null : words}
      {hasMore ? (
        <MoreButton
          whole={whole}
          onClick={toggle}
          {...(moreLabel === undefined ? {} : { label: moreLabel })}
        />
      ) : null}
      {whole ? children : null}
    </article>
  );
}

export function CopyQuote({ hit }: { hit: SearchResult }) {
  const { state, words, copy } = useCopying();
  return (
    <span className="copy-quote" data-state={state}>
      <button
        type="button"
        className="copy-quote-button"
        aria-label={state === 'rest' ? t('search_quote_copy') : undefined}
        title={t('search_quote_copy')}
        onClick={() => void copy(quoteOf(hit))}
      >
        {state === 'copied' ? <Check size={14} /> : <Quote size={14} />}
        {words === '' ? null : <span className="copy-quote-words">{words}</span>}
      </button>
      <LiveRegion words={words} />
    </span>
  );
}
