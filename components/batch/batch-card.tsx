import './batch-card.css';
import type { BatchView } from '../../lib/contracts/batches.ts';
import { isEnded } from '../../lib/core/batch/progress.ts';
import type { BatchesHook } from '../hooks/use-batches.ts';
import { Button } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { batchWords } from '../words/batch.ts';
import { errorWords } from '../words/errors.ts';
import { BatchBar } from './batch-bar.tsx';
import { BatchRefusals } from './batch-refusals.tsx';
import { figuresOf, nameOf, outcomeLines } from './batch-view.ts';

export type BatchCardProps = {
  batch: BatchView;
  batches: BatchesHook;
  /** Shows the list of what waits to be sent. */
  onWaiting: () => void;
};

/** One batch: how far it is, what holds it up, what came of it. */
export function BatchCard({ batch, batches, onWaiting }: BatchCardProps) {
  const { id, status, trouble, container, progress } = batch;
  const failure = batches.troubles.get(id);
  // What could not be done with some of those that were refused is said beside them.
  const error = failure?.entryIds.length === 0 ? failure.error : null;
  const lines = outcomeLines(batch);
  const isOver = isEnded(batch);
  const { summary } = batchWords;
  return (
    <li className="batch-card" data-batch={id} data-status={status}>
      <div className="batch-card-head">
        <h2 className="batch-card-name" dir="auto">
          {nameOf(batch)}
        </h2>
        <MemoryChip name={container.name} />
        <span className="batch-card-state">{stateWords(batch)}</span>
      </div>
      {isOver && progress.underWay === 0 ? null : <BatchBar batch={batch} />}
      <Holding batch={batch} onWaiting={onWaiting} />
      {lines.length > 0 ? (
        <ul className="batch-outcomes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {figuresOf(batch).total === 0 && lines.length === 0 ? (
        <p className="batch-note">{summary.nothing}</p>
      ) : null}
      <BatchRefusals batch={batch} batches={batches} />
      {error === null || error === trouble ? null : <Trouble error={error} />}
      <CardActions batch={batch} batches={batches} />
    </li>
  );
}

/** What keeps it from going on, in the words of its error; where it waits for room alone, the way to make some. */
function Holding({ batch: { status, trouble }, onWaiting }: Omit<BatchCardProps, 'batches'>) {
  if (trouble === null) return null;
  const { title, next, quote } = errorWords(trouble);
  if (status === 'running' && trouble.code === 'storage.full') {
    const { text, action } = batchWords.full;
    return (
      <Notice
        tone="wait"
        title={title}
        text={text}
        actions={
          <Button size="small" data-act="waiting" onClick={onWaiting}>
            {action}
          </Button>
        }
      />
    );
  }
  return (
    <Notice
      tone={status === 'paused' ? 'paused' : 'wait'}
      title={title}
      text={next}
      quote={quote}
    />
  );
}

function CardActions({ batch, batches }: Omit<BatchCardProps, 'onWaiting'>) {
  const { id, status } = batch;
  const { card } = batchWords;
  const of = (action: string) => card.of(action, nameOf(batch));
  const all: [string, string, () => Promise<void>][] = isEnded(batch)
    ? [['dismiss', card.dismiss, () => batches.dismiss(id)]]
    : [
        status === 'paused'
          ? ['resume', card.resume, () => batches.act('batches.resume', batch)]
          : ['pause', card.pause, () => batches.act('batches.pause', batch)],
        ['cancel', card.cancel, () => batches.act('batches.cancel', batch)],
      ];
  return (
    <div className="batch-card-actions">
      {all.map(([act, words, onAct]) => (
        <Button
          key={act}
          size="small"
          look={act === 'resume' || act === 'pause' ? 'secondary' : 'quiet'}
          data-act={act}
          aria-label={of(words)}
          onClick={() => void onAct()}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}

function stateWords({ status, isQueued, trouble }: BatchView): string | null {
  const { card } = batchWords;
  switch (status) {
    case 'running':
      if (isQueued) return card.queued;
      return trouble === null ? null : card.waitsForRoom;
    case 'paused':
      return card.paused;
    case 'canceled':
      return card.canceled;
    case 'done':
      return card.done;
  }
}
