import './hit-group.css';
import { ChevronRight, Search } from 'lucide-react';
import { useId, useState } from 'react';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { useMorePassages } from '../hooks/use-more-passages.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { searchWords } from '../words/search.ts';
import { CopyQuote } from './copy-quote.tsx';
import { FurtherPassages } from './further-passages.tsx';
import { HitCard } from './hit-card.tsx';
import { type HitGroup, joinPassages } from './hit-groups.ts';
import { moreWords } from './more-view.ts';

export type HitGroupCardProps = {
  group: HitGroup;
  q: string;
  /** Null where it is not known, and all are asked. */
  memoryId: string | null;
  now: number;
  onOpen: (hit: RecallHit) => void;
};

/** A page or a note with its best passage; the others fold open below it, and more of a page are asked for on demand. */
export function HitGroupCard({ group, q, memoryId, now, onOpen }: HitGroupCardProps) {
  const { best, others } = group;
  const sourceId = best.sourceId ?? null;
  const [isOpen, setIsOpen] = useState(false);
  const { state, look } = useMorePassages({ q, sourceId: sourceId ?? '', memoryId });
  const listId = useId();

  const found = state.status === 'answered' ? state.more.hits : [];
  const { passages, added } = joinPassages([best, ...others], found);
  const [first = best, ...further] = passages;
  // A note is its words, all of them; only of a page may there be more than a search gives.
  const mayLook = best.kind === 'page' && sourceId !== null;
  const isBare = further.length === 0 && !mayLook;
  const said = moreWords(state, added);
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
            {searchWords.group[best.kind](further.length)}
          </button>
        ) : null}
        {further.length === 0 && mayLook && state.status === 'rest' ? (
          <button type="button" className="hit-group-fold" onClick={start}>
            <Search size={13} aria-hidden="true" />
            {searchWords.group.look}
          </button>
        ) : null}
        {further.length === 0 && state.status !== 'rest' ? (
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
  /** What came of it; null while nothing has. */
  said: string | null;
  onLook: () => void;
};

/** The way to more passages, and in its place what came of it. */
function More({ state, said, onLook }: MoreProps) {
  const { look, looking, lookAgain } = searchWords.group;
  if (state.status === 'answered') {
    return <p className="hit-group-said">{said}</p>;
  }
  const isAsking = state.status === 'asking';
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
        {isAsking ? looking : state.status === 'failed' ? lookAgain : look}
      </button>
    </div>
  );
}
