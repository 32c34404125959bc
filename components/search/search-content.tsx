import type { SearchResult, SearchResults } from '../../lib/search/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { FirstUse, NoMemory } from '../app/first-use.tsx';
import { Button, QuietButton } from '../ui/button.tsx';
import { errorNotice, Notice } from '../ui/notice.tsx';
import { lazy } from '../app/lazy.tsx';
import type { SearchIdleProps } from './search-idle.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import { listed, plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { groupHits, memoryIdOf } from '../app/results/hit-view.ts';
import { HitGroupCard } from './hit-group.tsx';
import { correctedText, quotedList, quoteWords, type SearchView } from './search-view.ts';

// Loaded on demand, so that the search box doesn't wait for it.
const SearchIdle = lazy(async () => (await import('./search-idle.tsx')).SearchIdle);

type SearchContentProps = SearchIdleProps & {
  view: SearchView;
  memories: readonly MemoryChoice[];
  now: number;
  onOpen: (hit: SearchResult) => void;
  onAgain: () => void;
  /** Called when the focused element disappears. */
  onFocusLost: () => void;
  /** Null if all Memories were searched. */
  onWiden: (() => void) | null;
};

export function SearchContent(props: SearchContentProps) {
  const { view, memories, now, onOpen, onAgain, onWiden } = props;
  const focusedRef = useRef<string | null>(null);
  // Runs after the effects of what is shown now.
  useLayoutEffect(() => {
    if (focusedRef.current !== null) props.onFocusLost();
    focusedRef.current = null;
  });
  switch (view.kind) {
    case 'blank':
      return null;
    case 'first-use':
      return <FirstUse />;
    case 'no-memory':
      return <NoMemory />;
    case 'idle':
      return (
        <SearchIdle history={props.history} onSearch={props.onSearch} onAbout={props.onAbout} />
      );
    case 'searching':
      return <HitSkeleton />;
    case 'results':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <CorrectedWords q={view.q} outcome={view.outcome} onSearch={props.onSearch} />
          <FilteredHere outcome={view.outcome} />
          {/* A new query collapses what was expanded. */}
          <ResultList
            key={view.q}
            focusedRef={focusedRef}
            view={view}
            memories={memories}
            isMemoryKnown={onWiden !== null}
            now={now}
            onOpen={onOpen}
          />
        </>
      );
    case 'empty': {
      const { stillLearning } = view.outcome;
      return (
        <MessageBlock
          title={
            view.isAbout
              ? t('search_about_emptyTitle')
              : t('search_empty_title', { q: view.q.slice(0, shownQueryLength) })
          }
        >
          {view.memories.length === 0 ? null : (
            <p>
              {t('search_empty_lookedIn', {
                memories: listed(view.memories.map(({ name }) => name)),
              })}
            </p>
          )}
          {stillLearning === 0 ? null : (
            <p>{sentences(plural(stillLearning, 'search_stillLearning'))}</p>
          )}
          {view.isAbout ? null : (
            <CorrectedWords q={view.q} outcome={view.outcome} onSearch={props.onSearch} />
          )}
          <FilteredHere outcome={view.outcome} />
          {view.isAbout ? null : <p>{t('search_empty_tip')}</p>}
          {onWiden === null ? null : <Button onClick={onWiden}>{t('search_empty_widen')}</Button>}
        </MessageBlock>
      );
    }
    case 'unanswered':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <MessageBlock title={t('search_unanswered_nobody')}>
            <Button onClick={onAgain}>{t('common_retry')}</Button>
          </MessageBlock>
        </>
      );
    case 'failed':
      return view.isShownAbove ? null : (
        <SearchFailure error={view.error} onAgain={onAgain} focusedRef={focusedRef} />
      );
    case 'stopped':
      return (
        <MessageBlock title={t('search_stopped_title')}>
          <Button onClick={onAgain}>{t('common_retry')}</Button>
        </MessageBlock>
      );
  }
}

const shownQueryLength = 80;

/** Set to the page or note that has focus, or to '' for something else, before it is removed. */
type FocusedRef = { focusedRef: RefObject<string | null> };
type ResultListProps = Pick<SearchContentProps, 'memories' | 'now' | 'onOpen'> &
  FocusedRef & {
    view: Extract<SearchView, { kind: 'results' }>;
    /** Whether all results are from one chosen Memory. */
    isMemoryKnown: boolean;
  };

const pagesAtOnce = 10;

function ResultList({ view, focusedRef, memories, isMemoryKnown, now, onOpen }: ResultListProps) {
  const [shown, setShown] = useState(pagesAtOnce);
  const listRef = useRef<HTMLOListElement>(null);
  const groups = groupHits(view.outcome.hits);

  // Another query replaces the list. Focus stays on the same page or note.
  useLayoutEffect(() => {
    const list = listRef.current;
    const item = `[data-source="${CSS.escape(focusedRef.current ?? '')}"]`;
    list?.querySelector<HTMLElement>(`${item} [data-hit]`)?.focus();
    if (list?.contains(document.activeElement)) focusedRef.current = null;
    return () => {
      const focused = list?.querySelector<HTMLElement>('[data-source]:focus-within');
      focusedRef.current = focused?.dataset['source'] ?? null;
    };
  }, [focusedRef]);

  const showMore = () => {
    flushSync(() => setShown(shown + pagesAtOnce));
    // The button moves down or disappears, so focus continues at the first new result.
    listRef.current?.children[shown]?.querySelector<HTMLElement>('[data-hit]')?.focus();
  };
  return (
    <>
      <ol
        ref={listRef}
        className="hit-list"
        aria-label={t('search_results')}
        data-stale={view.stale || undefined}
      >
        {groups.slice(0, shown).map((group) => (
          <li key={group.key} data-source={group.key}>
            <HitGroupCard
              group={group}
              q={view.q}
              memoryId={memoryIdOf(group.best.memory, memories)}
              isMemoryKnown={isMemoryKnown}
              hasMore={view.outcome.hasMore === true}
              now={now}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
      {groups.length > shown ? (
        <div className="hit-list-more">
          <Button size="small" onClick={showMore}>
            {t('search_showMore')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Unanswered({ outcome }: { outcome: SearchResults }) {
  return outcome.unanswered.map(({ memory, reason }) => (
    <Notice
      key={memory}
      tone="wait"
      title={t('search_unanswered', { memories: memory })}
      quote={reason}
    />
  ));
}

type CorrectedWordsProps = Pick<SearchIdleProps, 'onSearch'> & {
  q: string;
  outcome: SearchResults;
};

/** Shows the corrected words, and offers to search for the typed ones, in quotes so that they aren't corrected. */
function CorrectedWords({ q, outcome, onSearch }: CorrectedWordsProps) {
  const text = correctedText(outcome);
  if (text === '') return null;
  const typed = outcome.corrections?.map((correction) => correction.typed) ?? [];
  return (
    <p className="search-corrected">
      <span>{text}</span>
      <QuietButton onClick={() => onSearch(quoteWords(q, typed))}>
        {t('search_instead', { words: quotedList(typed) })}
      </QuietButton>
    </p>
  );
}

function FilteredHere({ outcome }: { outcome: SearchResults }) {
  return outcome.isFilteredHere === true ? (
    <p className="search-corrected">{t('search_filteredHere')}</p>
  ) : null;
}

type SearchFailureProps = FocusedRef & { error: AppError; onAgain: () => void };

function SearchFailure({ error, onAgain, focusedRef }: SearchFailureProps) {
  const words = errorWords(error);
  const isEmptyPage = error.code === 'page.no-text';
  const buttonRef = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const button = buttonRef.current;
    return () => {
      if (button !== null && button === document.activeElement) focusedRef.current = '';
    };
  }, [focusedRef]);
  return (
    <Notice
      tone="bad"
      {...errorNotice(isEmptyPage ? { ...words, next: t('search_failed_noText') } : words)}
      action={{ ref: buttonRef, label: t('common_retry'), onClick: onAgain }}
    />
  );
}

const shapes = [
  [92, 100, 64],
  [70, 96, 82],
  [84, 100, 40],
] as const;

/** A placeholder with the size of real results. */
function HitSkeleton() {
  return (
    <div className="hit-list" aria-hidden="true">
      {shapes.map(([title, line, last]) => (
        <div key={title} className="hit-skeleton">
          <SkeletonLine width={36} />
          <SkeletonLine width={title} tall />
          <SkeletonLine width={line} />
          <SkeletonLine width={100} />
          <SkeletonLine width={last} />
        </div>
      ))}
    </div>
  );
}
