/** A batch as the surfaces are shown it. */
import { type Batch, type BatchView, listedRefusals } from '../../contracts/batches.ts';
import { progressOf, reasonsOf, runningOf } from '../../core/batch/progress.ts';
import type { BatchPorts } from './ports.ts';

/** Gives the view of a batch; `all` are those beside which it runs or waits. */
export async function viewBatch(
  batch: Batch,
  all: readonly Batch[],
  { store }: Pick<BatchPorts, 'store'>,
): Promise<BatchView> {
  const [counts, refused] = await Promise.all([
    store.counts(batch.id),
    store.entries(batch.id, 'refused'),
  ]);
  return {
    ...batch,
    progress: progressOf(counts),
    isQueued: batch.status === 'running' && runningOf(all)?.id !== batch.id,
    reasons: reasonsOf(refused),
    refusals: refused
      .slice(0, listedRefusals)
      .flatMap(({ id, url, title, tabId, error }) =>
        error === null ? [] : [{ id, url, title, isTab: tabId !== null, error }],
      ),
  };
}
