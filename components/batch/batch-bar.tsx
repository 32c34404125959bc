import type { BatchView } from '../../lib/contracts/batches.ts';
import { batchWords } from '../words/batch.ts';
import { figuresOf } from './batch-view.ts';

/** How far a batch is, as a bar and in figures. */
export function BatchBar({ batch }: { batch: BatchView }) {
  const { done, total } = figuresOf(batch);
  const words = batchWords.card.running(done, total);
  return (
    <div className="batch-bar">
      <progress
        className="saves-progress-bar"
        aria-label={batchWords.card.progress}
        aria-valuetext={words}
        value={done}
        max={Math.max(total, 1)}
      />
      <span className="batch-bar-words">{words}</span>
    </div>
  );
}
