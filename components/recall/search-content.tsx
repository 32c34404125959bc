import type { RecallHit, RecallOutcome } from '../../lib/contracts/recall.ts';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';
import { recallWords } from '../words/recall.ts';
import { HitCard } from './hit-card.tsx';
import { HitSkeleton } from './hit-skeleton.tsx';
import { SearchIdle } from './search-idle.tsx';
import { SearchMessage } from './search-message.tsx';
import type { SearchView } from './search-view.ts';

export type SearchContentProps = {
  view: SearchView;
  now: number;
  onOpen: (hit: RecallHit) => void;
  /** Asks again for what failed or was stopped. */
  onAgain: () => void;
  onSetUp: () => void;
};

/** What stands below the search box. */
export function SearchContent({ view, now, onOpen, onAgain, onSetUp }: SearchContentProps) {
  switch (view.kind) {
    case 'blank':
      return null;
    case 'first-use': {
      const { title, text, action } = recallWords.firstUse;
      return (
        <LateNoHome>
          <SearchMessage art={<Mark size={56} />} title={title} text={text}>
            <Button look="primary" onClick={onSetUp}>
              {action}
            </Button>
          </SearchMessage>
        </LateNoHome>
      );
    }
    case 'no-memory': {
      const { title, text, action } = recallWords.noMemory;
      return (
        <SearchMessage art={<Mark size={56} />} title={title} text={text}>
          <Button look="primary" onClick={onSetUp}>
            {action}
          </Button>
        </SearchMessage>
      );
    }
    case 'idle':
      return <SearchIdle memories={view.memories} />;
    case 'searching':
      return <HitSkeleton count={3} />;
    case 'results':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <ol
            className="hit-list"
            aria-label={recallWords.results}
            data-stale={view.stale || undefined}
          >
            {view.outcome.hits.map((hit) => (
              <li key={hit.key}>
                <HitCard hit={hit} now={now} onOpen={onOpen} />
              </li>
            ))}
          </ol>
        </>
      );
    case 'empty': {
      const { title, text, tip, learning } = recallWords.empty;
      const { stillLearning } = view.outcome;
      return (
        <SearchMessage
          title={title(view.q.slice(0, shownQueryLength))}
          text={text(view.memories.map(({ name }) => name))}
        >
          {stillLearning === 0 ? null : <p>{learning(stillLearning)}</p>}
          <p>{tip}</p>
        </SearchMessage>
      );
    }
    case 'unanswered':
      return (
        <>
          <Unanswered outcome={view.outcome} />
          <SearchMessage
            title={recallWords.unanswered.nobody}
            text={recallWords.unanswered.nobodyText}
          >
            <Button onClick={onAgain}>{recallWords.unanswered.action}</Button>
          </SearchMessage>
        </>
      );
    case 'failed': {
      const { title, next, quote, traceId } = errorWords(view.error);
      const isLate = view.error.code === 'memory.timeout';
      return (
        <Notice
          tone="bad"
          title={title}
          text={isLate ? recallWords.failed.late : next}
          quote={quote}
          note={traceId === null ? null : popupWords.reference(traceId)}
          actions={
            <Button size="small" onClick={onAgain}>
              {recallWords.failed.action}
            </Button>
          }
        />
      );
    }
    case 'stopped': {
      const { title, text, action } = recallWords.stopped;
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
    <Notice key={memory} tone="wait" title={recallWords.unanswered.title(memory)} text={reason} />
  ));
}
