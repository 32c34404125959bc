import type { BatchesState } from '../hooks/use-batches.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { batchWords } from '../words/batch.ts';
import { nameOf } from './batch-view.ts';

/** Tells a screen reader that the newest batch has stopped, and why it need not be looked at before. */
export function BatchNews({ state }: { state: BatchesState }) {
  const newest = state.status === 'ready' ? state.batches[0] : undefined;
  if (newest === undefined) return <LiveRegion words="" />;
  const { done, paused } = batchWords.announce;
  const name = nameOf(newest);
  const words =
    newest.status === 'done' ? done(name) : newest.status === 'paused' ? paused(name) : '';
  return <LiveRegion words={words} />;
}
