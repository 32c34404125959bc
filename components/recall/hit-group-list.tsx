import type { RecallHit, RecallOutcome } from '../../lib/contracts/recall.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { groupHits, memoryIdOf } from './hit-groups.ts';
import { HitGroupCard } from './hit-group-card.tsx';
import { searchWords } from '../words/search.ts';

export type HitGroupsProps = {
  /** What they were found by. */
  q: string;
  outcome: RecallOutcome;
  stale: boolean;
  memories: readonly MemoryChoice[];
  now: number;
  onOpen: (hit: RecallHit) => void;
};

/** What was found: a card for each page and note, the most relevant first. */
export function HitGroupList({ q, outcome, stale, memories, now, onOpen }: HitGroupsProps) {
  return (
    <ol className="hit-list" aria-label={searchWords.results} data-stale={stale || undefined}>
      {groupHits(outcome.hits).map((group) => (
        // Other words begin anew: what was folded open was so for these.
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
