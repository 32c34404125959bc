import './hit-group.css';
import { ArrowUpRight, Check, ChevronRight, Quote, Search } from 'lucide-react';
import { type MouseEvent, useCallback, useId, useMemo, useState } from 'react';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import type { MorePassages, SearchResult } from '../../lib/search/model.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { HitCard } from '../app/results/hit-card.tsx';
import { type HitGroup, hitView, joinPassages, quoteOf } from '../app/results/hit-view.ts';
import { Passage } from '../app/results/passage.tsx';
import { useCopying } from '../app/use-copying.ts';
import { type QueryState, type Read, useQuery } from '../app/use-query.ts';
import { Spinner } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';

type HitGroupCardProps = {
  group: HitGroup;
  q: string;
  /** Null if unknown; searches all. */
  memoryId: string | null;
  now: number;
  onOpen: (hit: SearchResult) => void;
};

/** The best passage of a page or note; others expand below it. */
export function HitGroupCard({ group, q, memoryId, now, onOpen }: HitGroupCardProps) {
  const { best, others } = group;
  const [isOpen, setIsOpen] = useState(false);
  const { state, look } = useMorePassages({ q, sourceId: best.sourceId ?? '', memoryId });
  const listId = useId();
  const found = state.status === 'ready' ? state.value.hits : [];
  const { passages, added } = joinPassages([best, ...others], found);
  const [first = best, ...further] = passages;
  // Only pages can have more passages.
  const canLook = best.kind === 'page' && best.sourceId !== undefined;
  const text = moreText(state, added);
  const start = () => {
    setIsOpen(true);
    look();
  };
  const more = <More state={state} text={text} onLook={start} />;
  return (
    <HitCard hit={first} now={now} onOpen={onOpen}>
      <div className="hit-card-foot" data-bare={(further.length === 0 && !canLook) || undefined}>
        {further.length > 0 ? (
          <button
            type="button"
            className="hit-group-fold"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight className="hit-group-turn" size={15} aria-hidden="true" />
            {plural(further.length, 'search_group_page')}
          </button>
        ) : null}
        {further.length > 0 ? null : state.status !== 'idle' ? (
          more
        ) : canLook ? (
          <button type="button" className="hit-group-fold" onClick={start}>
            <Search size={13} aria-hidden="true" />
            {t('search_group_look')}
          </button>
        ) : null}
        <CopyQuote hit={first} />
      </div>
      {isOpen && further.length > 0 ? (
        <div id={listId}>
          <ul className="further-passages">
            {further.map((hit) => (
              <FurtherPassage key={hit.key} hit={hit} onOpen={onOpen} />
            ))}
          </ul>
          {canLook ? more : null}
        </div>
      ) : null}
      <LiveRegion words={text ?? ''} />
    </HitCard>
  );
}

type MoreProps = {
  state: QueryState<MorePassages>;
  /** Null before there is an outcome. */
  text: string | null;
  onLook: () => void;
};

function More({ state, text, onLook }: MoreProps) {
  if (state.status === 'ready') return <p className="hit-group-said">{text}</p>;
  const isAsking = state.status === 'loading';
  const label = state.status === 'failed' ? t('common_retry') : t('search_group_look');
  return (
    <div className="hit-group-more">
      {state.status === 'failed' ? <p className="hit-group-said">{text}</p> : null}
      <button
        type="button"
        className="hit-group-fold"
        aria-disabled={isAsking || undefined}
        onClick={isAsking ? undefined : onLook}
      >
        {isAsking ? <Spinner /> : <Search size={13} aria-hidden="true" />}
        {isAsking ? t('search_group_looking') : label}
      </button>
    </div>
  );
}

type PageQuery = { q: string; sourceId: string; memoryId: string | null };

/** Unmounting cancels. */
function useMorePassages({ q, sourceId, memoryId }: PageQuery) {
  // Each click sets a new object, which starts a new read.
  const [query, setQuery] = useState<PageQuery | null>(null);
  const read = useMemo<Read<MorePassages> | null>(() => {
    if (query === null) return null;
    return ({ ask, newId }, { signal }) => {
      const searchId = newId();
      signal.addEventListener('abort', () => void ask('search.cancel', { searchId }));
      const memory = query.memoryId === null ? {} : { memoryId: query.memoryId };
      return ask('search.more', { searchId, q: query.q, sourceId: query.sourceId, ...memory });
    };
  }, [query]);
  const { state } = useQuery(read);
  const look = useCallback(() => setQuery({ q, sourceId, memoryId }), [q, sourceId, memoryId]);
  return { state, look };
}

/** Null before there is an outcome; `added` passages are new. */
export function moreText(state: QueryState<MorePassages>, added: number): string | null {
  if (state.status === 'failed') return sentences(errorWords(state.error).title);
  if (state.status !== 'ready') return null;
  const { looked, isAll, unanswered } = state.value;
  const [silent] = unanswered;
  if (silent !== undefined && added === 0) {
    return sentences(t('search_unanswered', { memories: silent.memory }), silent.reason);
  }
  return sentences(
    added === 0 ? t('search_group_nothingLeft') : plural(added, 'search_group_page'),
    isAll ? '' : t('search_group_top', { count: looked }),
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
