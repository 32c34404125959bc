import type { RecallHit, RecallOutcome } from '../../lib/contracts/recall.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { FirstUse } from '../home-notice/first-use.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { searchWords } from '../words/search.ts';
import { HitGroupList } from './hit-group-list.tsx';
import { HitSkeleton } from './hit-skeleton.tsx';
import { LateSearchIdle } from './late.tsx';
import type { SearchIdleProps } from './search-idle.tsx';
import { SearchFailure } from './search-failure.tsx';
import { SearchMessage } from './search-message.tsx';
import type { SearchView } from './search-view.ts';

export type SearchContentProps = Omit<SearchIdleProps, 'memories'> & {
  view: SearchView;
  /** All of the home. */
  memories: readonly MemoryChoice[];
  now: number;
  onOpen: (hit: RecallHit) => void;
  /** Asks again for what failed or was stopped. */
  onAgain: () => void;
  /** What failed went on by itself while the person was at its button. */
  onFailureGone: () => void;
  onSetUp: () => void;
  /** Searches all Memories; null where all were searched. */
  onWiden: (() => void) | null;
};

/** What stands below the search box. */
export function SearchContent(props: SearchContentProps) {
  const { view, memories, now, onOpen, onAgain, onSetUp, onWiden } = props;
  switch (view.kind) {
    case 'blank':
      return null;
    case 'first-use':
      return <FirstUse />;
    case 'no-memory': {
      const { title, text, action } = searchWords.noMemory;
      return (
        <SearchMessage art={<Mark size={56} />} title={title} text={text}>
          <Button look="primary" onClick={onSetUp}>
            {action}
          </Button>
        </SearchMessage>
      );
    }
    case 'idle':
      return (
        <LateSearchIdle
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
      const { title, text, tip, learning } = searchWords.empty;
      const { stillLearning } = view.outcome;
      const { emptyTitle, emptyTip } = searchWords.about;
      return (
        <SearchMessage
          title={view.isAbout ? emptyTitle : title(view.q.slice(0, shownQueryLength))}
          text={text(view.memories.map(({ name }) => name))}
        >
          {stillLearning === 0 ? null : <p>{learning(stillLearning)}</p>}
          <p>{view.isAbout ? emptyTip : tip}</p>
          {onWiden === null ? null : <Button onClick={onWiden}>{searchWords.empty.widen}</Button>}
        </SearchMessage>
      );
    }
    case 'unanswered':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <SearchMessage
            title={searchWords.unanswered.nobody}
            text={searchWords.unanswered.nobodyText}
          >
            <Button onClick={onAgain}>{searchWords.unanswered.action}</Button>
          </SearchMessage>
        </>
      );
    case 'failed':
      return (
        <SearchFailure error={view.error} onAgain={onAgain} onFocusLost={props.onFailureGone} />
      );
    case 'stopped': {
      const { title, text, action } = searchWords.stopped;
      return (
        <SearchMessage title={title} text={text}>
          <Button onClick={onAgain}>{action}</Button>
        </SearchMessage>
      );
    }
  }
}

const shownQueryLength = 80;

function Unanswered({ outcome }: { outcome: RecallOutcome }) {
  return outcome.unanswered.map(({ memory, reason }) => (
    <Notice key={memory} tone="wait" title={searchWords.unanswered.title(memory)} quote={reason} />
  ));
}
