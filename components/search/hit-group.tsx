import './hit-group.css';
import { ChevronRight, Search, ArrowUpRight, Check, Quote } from 'lucide-react';
import { useId, useState, type MouseEvent } from 'react';
import type { SearchResult } from '../../lib/search/model.ts';
import { moreText, useMorePassages } from './use-more-passages.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { Spinner } from '../ui/button.tsx';
import { HitCard } from '../app/results/hit-card.tsx';
import { type HitGroup, joinPassages, hitView, quoteOf } from '../app/results/hit-view.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { Passage } from '../app/results/passage.tsx';
import { useCopying } from '../app/use-copying.ts';

type HitGroupCardProps = {
  group: HitGroup;
  q: string;
  /** Null if unknown; all are searched then. */
  memoryId: string | null;
  now: number;
  onOpen: (hit: SearchResult) => void;
};

/** A page or note with its best passage. Others expand below it; more from a page are loaded on demand. */
export function HitGroupCard({ group, q, memoryId, now, onOpen }: HitGroupCardProps) {
  const { best, others } = group;
  const sourceId = best.sourceId ?? null;
  const [isOpen, setIsOpen] = useState(false);
  const { state, look } = useMorePassages({ q, sourceId: sourceId ?? '', memoryId });
  const listId = useId();

  const found = state.status === 'ready' ? state.value.hits : [];
  const { passages, added } = joinPassages([best, ...others], found);
  const [first = best, ...further] = passages;
  // A note is always returned whole; only a page can have more passages.
  const mayLook = best.kind === 'page' && sourceId !== null;
  const isBare = further.length === 0 && !mayLook;
  const said = moreText(state, added);
  const start = () => {
    setIsOpen(true);
    look();
  };

  return (
    <HitCard hit={first} now={now} onOpen={onOpen}>
      <div className="hit-card-foot" data-bare={isBare || undefined}>
        {further.length > 0 ? (
          <button
            type="button"
            className="hit-group-fold"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight className="hit-group-turn" size={15} aria-hidden="true" />
            {best.kind === 'page'
              ? plural(further.length, 'search_group_page')
              : plural(further.length, 'search_group_page')}
          </button>
        ) : null}
        {further.length === 0 && mayLook && state.status === 'idle' ? (
          <button type="button" className="hit-group-fold" onClick={start}>
            <Search size={13} aria-hidden="true" />
            {t('search_group_look')}
          </button>
        ) : null}
        {further.length === 0 && state.status !== 'idle' ? (
          <More state={state} said={said} onLook={start} />
        ) : null}
        <CopyQuote hit={first} />
      </div>
      {isOpen && further.length > 0 ? (
        <div id={listId}>
          <FurtherPassages passages={further} onOpen={onOpen} />
          {mayLook ? <More state={state} said={said} onLook={start} /> : null}
        </div>
      ) : null}
      <LiveRegion words={said ?? ''} />
    </HitCard>
  );
}

type MoreProps = {
  state: ReturnType<typeof useMorePassages>['state'];
  /** The outcome as text; null while there is none. */
  said: string | null;
  onLook: () => void;
};

/** A button for more passages, replaced by the outcome. */
function More({ state, said, onLook }: MoreProps) {
  if (state.status === 'ready') {
    return <p className="hit-group-said">{said}</p>;
  }
  const isAsking = state.status === 'loading';
  return (
    <div className="hit-group-more">
      {state.status === 'failed' ? <p className="hit-group-said">{said}</p> : null}
      <button
        type="button"
        className="hit-group-fold"
        aria-disabled={isAsking || undefined}
        onClick={isAsking ? undefined : onLook}
      >
        {isAsking ? <Spinner /> : <Search size={13} aria-hidden="true" />}
        {isAsking
          ? t('search_group_looking')
          : state.status === 'failed'
            ? t('common_retry')
            : t('search_group_look')}
      </button>
    </div>
  );
}

type FurtherPassagesProps = {
  passages: readonly SearchResult[];
  onOpen: (hit: SearchResult) => void;
};

/** The other passages of a page or note; each opens at its position. */
function FurtherPassages({ passages, onOpen }: FurtherPassagesProps) {
  return (
    <ul className="further-passages">
      {passages.map((hit) => (
        <FurtherPassage key={hit.key} hit={hit} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function FurtherPassage({
  hit,
  onOpen,
}: {
  hit: SearchResult;
  onOpen: (hit: SearchResult) => void;
}) {
  const { isNote, opens } = hitView(hit);
  const onPassageClick = ({ target }: MouseEvent) => {
    const isOther = target instanceof Element && target.closest('button') !== null;
    if (opens && !isOther && window.getSelection()?.isCollapsed !== false) onOpen(hit);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button below the text is the keyboard alternative
    <li className="further-passage" data-opens-itself onClick={onPassageClick}>
      <Passage passage={hit.passage} marks={hit.marks} quoted={isNote} />
      <div className="further-passage-foot">
        {opens ? (
          <button
            type="button"
            className="further-passage-open"
            data-hit
            onClick={() => onOpen(hit)}
          >
            {t('search_group_open')}
            <ArrowUpRight size={14} aria-hidden="true" />
          </button>
        ) : null}
        <CopyQuote hit={hit} />
      </div>
    </li>
  );
}

/** Copies a passage as a quote, with the title and link of its source. */
function CopyQuote({ hit }: { hit: SearchResult }) {
  const { state, copy } = useCopying();
  return (
    <span className="copy-quote" data-state={state}>
      <button
        type="button"
        className="copy-quote-button"
        aria-label={state === 'rest' ? t('search_quote_copy') : undefined}
        title={t('search_quote_copy')}
        onClick={() => void copy(quoteOf(hit))}
      >
        {state === 'copied' ? (
          <Check size={15} aria-hidden="true" />
        ) : (
          <Quote size={15} aria-hidden="true" />
        )}
        {state === 'rest' ? null : (
          <span className="copy-quote-words">
            {state === 'copied' ? t('common_copied') : t('common_copyFailed')}
          </span>
        )}
      </button>
      <LiveRegion
        words={{ rest: '', copied: t('common_copied'), failed: t('common_copyFailed') }[state]}
      />
    </span>
  );
}
