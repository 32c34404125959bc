import type { RecallHit, RecallOutcome } from '../../lib/search/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { FirstUse } from '../app/first-use.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { lazy } from '../app/lazy.tsx';
import type { SearchIdleProps } from './search-idle.tsx';
import { MessageBlock } from '../ui/message-block.tsx';
import type { SearchView } from './search-view.ts';
import { t, plural, listed } from '../../lib/i18n/i18n.ts';
import { useLayoutEffect, useRef } from 'react';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { errorWords } from '../app/error-text.ts';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { groupHits, memoryIdOf } from './hit-view.ts';
import { HitGroupCard } from './hit-group.tsx';

// Loaded on demand, so that the search box appears at once.
const SearchIdle = lazy(async () => (await import('./search-idle.tsx')).SearchIdle);

type SearchContentProps = Omit<SearchIdleProps, 'memories'> & {
  view: SearchView;
  /** All Memories of the connection. */
  memories: readonly MemoryChoice[];
  now: number;
  onOpen: (hit: RecallHit) => void;
  /** Repeats a failed or stopped search. */
  onAgain: () => void;
  /** The error disappeared while its button had the focus. */
  onFailureGone: () => void;
  onSetUp: () => void;
  /** Searches all Memories; null if all were searched. */
  onWiden: (() => void) | null;
};

/** Everything below the search box. */
export function SearchContent(props: SearchContentProps) {
  const { view, memories, now, onOpen, onAgain, onSetUp, onWiden } = props;
  switch (view.kind) {
    case 'blank':
      return null;
    case 'first-use':
      return <FirstUse />;
    case 'no-memory': {
      return (
        <MessageBlock art={<Mark size={56} />} title={t('recall_noMemory_title')}>
          <Button look="primary" onClick={onSetUp}>
            {t('recall_noMemory_action')}
          </Button>
        </MessageBlock>
      );
    }
    case 'idle':
      return (
        <SearchIdle
          memories={view.memories}
          history={props.history}
          onSearch={props.onSearch}
          onAbout={props.onAbout}
        />
      );
    case 'searching':
      return <HitSkeleton count={3} />;
    case 'results':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <HitGroupList
            q={view.q}
            outcome={view.outcome}
            stale={view.stale}
            memories={memories}
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
              ? t('recall_about_emptyTitle')
              : t('recall_empty_title', { q: view.q.slice(0, shownQueryLength) })
          }
          {...(view.memories.length === 0
            ? {}
            : {
                text: t('recall_empty_lookedIn', {
                  memories: listed(view.memories.map(({ name }) => name)),
                }),
              })}
        >
          {stillLearning === 0 ? null : <p>{plural(stillLearning, 'recall_empty_learning')}</p>}
          <p>{view.isAbout ? t('recall_about_emptyTip') : t('recall_empty_tip')}</p>
          {onWiden === null ? null : <Button onClick={onWiden}>{t('recall_empty_widen')}</Button>}
        </MessageBlock>
      );
    }
    case 'unanswered':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <MessageBlock
            title={t('recall_unanswered_nobody')}
            text={t('recall_unanswered_nobodyText')}
          >
            <Button onClick={onAgain}>{t('common_retry')}</Button>
          </MessageBlock>
        </>
      );
    case 'failed':
      return (
        <SearchFailure error={view.error} onAgain={onAgain} onFocusLost={props.onFailureGone} />
      );
    case 'stopped': {
      return (
        <MessageBlock title={t('recall_stopped_title')}>
          <Button onClick={onAgain}>{t('common_retry')}</Button>
        </MessageBlock>
      );
    }
  }
}

const shownQueryLength = 80;

function Unanswered({ outcome }: { outcome: RecallOutcome }) {
  return outcome.unanswered.map(({ memory, reason }) => (
    <Notice
      key={memory}
      tone="wait"
      title={t('recall_unanswered_title', { memory })}
      quote={reason}
    />
  ));
}

type SearchFailureProps = {
  error: AppError;
  onAgain: () => void;
  /** Called if the button disappears while it has the focus. */
  onFocusLost: () => void;
};

/** Advice that differs from the general advice for the error. */
const ownAdvice: Partial<Record<AppErrorCode, string>> = {
  'memory.timeout': t('recall_failed_late'),
  'page.no-text': t('recall_failed_noText'),
};

/** Shows why a search failed, with a retry button. */
function SearchFailure({ error, onAgain, onFocusLost }: SearchFailureProps) {
  const { title, next, quote, traceId } = errorWords(error);
  const buttonRef = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const button = buttonRef.current;
    // Before it is removed: afterwards it is unknown that it had the focus.
    return () => {
      if (button !== null && button === document.activeElement) onFocusLost();
    };
  }, [onFocusLost]);

  return (
    <Notice
      tone="bad"
      title={title}
      text={ownAdvice[error.code] ?? next}
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
  [60, 92, 72],
] as const;

/** Placeholders for results, at their real size. */
function HitSkeleton({ count }: { count: number }) {
  return (
    <div className="hit-list" aria-hidden="true">
      {shapes.slice(0, count).map(([title, line, last]) => (
        <div key={`${title}-${line}-${last}`} className="hit-skeleton">
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

type HitGroupsProps = {
  /** The query. */
  q: string;
  outcome: RecallOutcome;
  stale: boolean;
  memories: readonly MemoryChoice[];
  now: number;
  onOpen: (hit: RecallHit) => void;
};

/** The results: a card for each page and note, most relevant first. */
function HitGroupList({ q, outcome, stale, memories, now, onOpen }: HitGroupsProps) {
  return (
    <ol className="hit-list" aria-label={t('recall_results')} data-stale={stale || undefined}>
      {groupHits(outcome.hits).map((group) => (
        // Another query resets what was expanded.
        <li key={`${group.key} ${q}`}>
          <HitGroupCard
            group={group}
            q={q}
            memoryId={memoryIdOf(group.best.memory, memories)}
            now={now}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ol>
  );
}
