import './hit-group.css';
import { ArrowUpRight } from 'lucide-react';
import { type MouseEvent, useCallback, useMemo, useState } from 'react';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import type { MorePassages, SearchResult } from '../../lib/search/model.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { CopyQuote, HitCard, type HitCardProps } from '../app/results/hit-card.tsx';
import { type HitGroup, hitView, joinPassages } from '../app/results/hit-view.ts';
import { PassageText, usePassageFold } from '../app/results/passage.tsx';
import { type QueryState, type Read, useQuery } from '../app/use-query.ts';
import { QuietButton, Spinner } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';

type HitGroupCardProps = {
  group: HitGroup;
  q: string;
  /** The Memory to search for more passages; null if unknown, which searches all. */
  memoryId: string | null;
  isMemoryKnown: boolean;
  /** Whether the service might have more passages of the page than it returned. */
  hasMore: boolean;
  now: number;
  onOpen: (hit: SearchResult) => void;
};

/** Shows the best passage of a page or note. Expanding it shows the others, and searches the page for more. */
export function HitGroupCard({ group, q, memoryId, hasMore, ...shared }: HitGroupCardProps) {
  const { best, others } = group;
  const { state, look } = useMorePassages({ q, sourceId: best.sourceId ?? '', memoryId });
  const found = state.status === 'ready' ? state.value.hits : [];
  const { passages, added } = joinPassages([best, ...others], found);
  const [first = best, ...further] = passages;
  // Only pages have more passages to search for.
  const canLook = hasMore && best.kind === 'page' && best.sourceId !== undefined;
  const text = moreText(state, added);
  return (
    <HitCard
      hit={first}
      {...shared}
      {...(others.length > 0 ? { moreLabel: plural(further.length, 'search_group_page') } : {})}
      onExpand={() => {
        if (canLook && state.status === 'idle') look();
      }}
    >
      {further.length === 0 && !canLook ? null : (
        <>
          <ul className="further-passages">
            {further.map((hit) => (
              <FurtherPassage key={hit.key} hit={hit} onOpen={shared.onOpen} />
            ))}
          </ul>
          {state.status === 'loading' ? (
            <p className="hit-group-said">
              <Spinner />
              {t('search_group_looking')}
            </p>
          ) : text === null ? null : (
            <p className="hit-group-said">
              {text}
              {state.status === 'failed' ? (
                <QuietButton onClick={look}>{t('common_retry')}</QuietButton>
              ) : null}
            </p>
          )}
          <LiveRegion words={text ?? ''} />
        </>
      )}
    </HitCard>
  );
}

type PageQuery = { q: string; sourceId: string; memoryId: string | null };

/** Searches a page for more passages. Unmounting cancels the search. */
function useMorePassages({ q, sourceId, memoryId }: PageQuery) {
  // Each call of `look` sets a new object, which starts a new search.
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

/** Describes the outcome; null until there is one. `added` is the number of new passages. */
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

function FurtherPassage({ hit, onOpen }: Pick<HitCardProps, 'hit' | 'onOpen'>) {
  const { isNote, opens } = hitView(hit);
  const { ref, whole, setWhole, isCut } = usePassageFold(hit);
  const onPassageClick = ({ target }: MouseEvent) => {
    const isOther = target instanceof Element && target.closest('button') !== null;
    if (isOther || window.getSelection()?.isCollapsed === false) return;
    if (isCut) setWhole(!whole);
    else if (opens) onOpen(hit);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button below the text opens the page by keyboard
    <li className="further-passage" data-opens-itself onClick={onPassageClick}>
      <PassageText
        ref={ref}
        passage={hit.passage}
        marks={hit.marks}
        quoted={isNote}
        whole={whole}
      />
      <div className="further-passage-foot">
        {opens ? (
          <button
            type="button"
            className="further-passage-open"
            data-hit
            onClick={() => onOpen(hit)}
          >
            {t('search_group_open')}
            <ArrowUpRight size={14} />
          </button>
        ) : null}
        <CopyQuote hit={hit} />
      </div>
    </li>
  );
}
