import type { SearchResult, SearchResults } from '../../lib/search/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { FirstUse } from '../app/first-use.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { lazy } from '../app/lazy.tsx';
import type { SearchIdleProps } from './search-idle.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import type { SearchView } from './search-view.ts';
import { listed, plural, sentences, t } from '../../lib/i18n/i18n.ts';
import { useLayoutEffect, useRef } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { groupHits, memoryIdOf } from '../app/results/hit-view.ts';
import { HitGroupCard } from './hit-group.tsx';

// Keeps the search box from waiting for it.
const SearchIdle = lazy(async () => (await import('./search-idle.tsx')).SearchIdle);

type SearchContentProps = SearchIdleProps & {
  view: SearchView;
  memories: readonly MemoryChoice[];
  now: number;
  onOpen: (hit: SearchResult) => void;
  onAgain: () => void;
  /** Its button had the focus. */
  onFailureGone: () => void;
  onSetUp: () => void;
  /** Null if all Memories were searched. */
  onWiden: (() => void) | null;
};

export function SearchContent(props: SearchContentProps) {
  const { view, memories, now, onOpen, onAgain, onSetUp, onWiden } = props;
  switch (view.kind) {
    case 'blank':
      return null;
    case 'first-use':
      return <FirstUse />;
    case 'no-memory':
      return (
        <MessageBlock art={<Mark size={56} />} title={t('common_noMemory')}>
          <Button look="primary" onClick={onSetUp}>
            {t('search_noMemory_action')}
          </Button>
        </MessageBlock>
      );
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
          <ol
            className="hit-list"
            aria-label={t('search_results')}
            data-stale={view.stale || undefined}
          >
            {groupHits(view.outcome.hits).map((group) => (
              // Another query resets what was expanded.
              <li key={`${group.key} ${view.q}`}>
                <HitGroupCard
                  group={group}
                  q={view.q}
                  memoryId={memoryIdOf(group.best.memory, memories)}
                  now={now}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ol>
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
      return (
        <SearchFailure error={view.error} onAgain={onAgain} onFocusLost={props.onFailureGone} />
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

type SearchFailureProps = {
  error: AppError;
  onAgain: () => void;
  /** If the button disappears with the focus. */
  onFocusLost: () => void;
};

function SearchFailure({ error, onAgain, onFocusLost }: SearchFailureProps) {
  const { title, next, quote, traceId } = errorWords(error);
  const buttonRef = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const button = buttonRef.current;
    // Before removal: afterwards the focus is lost.
    return () => {
      if (button !== null && button === document.activeElement) onFocusLost();
    };
  }, [onFocusLost]);
  return (
    <Notice
      tone="bad"
      title={title}
      text={error.code === 'page.no-text' ? t('search_failed_noText') : next}
      quote={quote}
      note={traceId === null ? null : t('common_reference', { traceId })}
      actions={
        <Button ref={buttonRef} size="small" onClick={onAgain}>
          {t('common_retry')}
        </Button>
      }
    />
  );
}

const shapes = [
  [92, 100, 64],
  [70, 96, 82],
  [84, 100, 40],
] as const;

/** At the size of real results. */
function HitSkeleton() {
  return (
    <div className="hit-list" aria-hidden="true">
      {shapes.map(([title, line, last]) => (
        <div key={title} className="hit-skeleton">
          <SkeletonLine width={24} />
          <SkeletonLine width={title} tall />
          <SkeletonLine width={36} />
          <SkeletonLine width={line} />
          <SkeletonLine width={100} />
          <SkeletonLine width={last} />
        </div>
      ))}
    </div>
  );
}
