import './batch.css';
import { Layers } from 'lucide-react';
import type { Ref } from 'react';
import type { BatchView } from '../../lib/contracts/batches.ts';
import { isEnded } from '../../lib/core/batch/progress.ts';
import type { BatchesState } from '../hooks/use-batches.ts';
import { Button } from '../ui/button.tsx';
import { NamedLine } from '../ui/named-line.tsx';
import { batchWords } from '../words/batch.ts';
import { BatchBar } from './batch-bar.tsx';
import { nameOf } from './batch-view.ts';

export type BatchStripProps = {
  state: BatchesState;
  openRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
};

/** The way to saving many at once; what is under way there is shown beside it. */
export function BatchStrip({ state, openRef, onOpen }: BatchStripProps) {
  const { strip } = batchWords;
  const batch = state.status === 'ready' ? shownOf(state.batches) : null;
  return (
    <div className="batch-strip" data-running={batch !== null || undefined}>
      {batch === null ? null : (
        <div className="batch-strip-body">
          <p className="batch-strip-name">
            <NamedLine around={strip.aroundRunning} name={nameOf(batch)} />
          </p>
          <BatchBar batch={batch} />
        </div>
      )}
      <Button
        ref={openRef}
        size="small"
        look={batch === null ? 'quiet' : 'secondary'}
        icon={batch === null ? <Layers size={15} aria-hidden="true" /> : null}
        data-act="save-many"
        aria-label={batch === null ? undefined : batchWords.card.of(strip.show, nameOf(batch))}
        onClick={onOpen}
      >
        {batch === null ? batchWords.open : strip.show}
      </Button>
    </div>
  );
}

/** The one that runs, or the one that stopped before its end. */
function shownOf(batches: readonly BatchView[]): BatchView | null {
  const open = batches.filter((batch) => !isEnded(batch));
  return (
    open.find(({ status, isQueued }) => status === 'running' && !isQueued) ?? open.at(-1) ?? null
  );
}
