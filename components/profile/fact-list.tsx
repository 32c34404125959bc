import { useEffect, useRef, useState } from 'react';
import type { ShownProfileItem } from '../../lib/contracts/recall.ts';
import { Passage } from '../recall/passage.tsx';
import { Button } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { profileWords } from '../words/profile.ts';
import { factsAtOnce, factView } from './profile-view.ts';

export type FactListProps = { label: string; facts: readonly ShownProfileItem[]; now: number };

/** Facts with where each came from; a long list opens up in steps. */
export function FactList({ label, facts, now }: FactListProps) {
  const [shown, setShown] = useState(factsAtOnce);
  const firstNewRef = useRef<HTMLLIElement>(null);
  const left = facts.length - shown;

  // The button may be gone by now; reading goes on with what is new.
  useEffect(() => {
    if (shown > factsAtOnce) firstNewRef.current?.focus();
  }, [shown]);

  return (
    <>
      <ul className="fact-list" aria-label={label}>
        {facts.slice(0, shown).map((fact, index) => (
          <li
            // The same words may stand there twice.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            ref={index === shown - factsAtOnce ? firstNewRef : undefined}
            tabIndex={-1}
          >
            <Fact fact={fact} now={now} />
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button look="quiet" size="small" onClick={() => setShown(shown + factsAtOnce)}>
          {profileWords.more(Math.min(left, factsAtOnce))}
        </Button>
      ) : null}
    </>
  );
}

function Fact({ fact, now }: { fact: ShownProfileItem; now: number }) {
  const { text, memory, when } = factView(fact);
  return (
    <>
      <Passage passage={text} marks={[]} quoted={false} />
      {memory === null && when === null ? null : (
        <div className="fact-from">
          {memory === null ? null : <MemoryChip name={memory} />}
          {typeof when === 'number' ? <TimeAgo then={when} now={now} /> : null}
          {typeof when === 'string' ? <span dir="auto">{when}</span> : null}
        </div>
      )}
    </>
  );
}
