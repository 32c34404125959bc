import { RotateCw } from 'lucide-react';
import type { BatchView, Refusal } from '../../lib/contracts/batches.ts';
import type { BatchesHook } from '../hooks/use-batches.ts';
import { Button } from '../ui/button.tsx';
import { batchWords, refusalLine } from '../words/batch.ts';
import { Trouble } from '../ui/trouble.tsx';
import { errorWords } from '../words/errors.ts';
import { canLink, canTryAgain, refusalGroups } from './batch-view.ts';

export type BatchRefusalsProps = { batch: BatchView; batches: BatchesHook };

/** What was refused, by reason, and what can be done about it. */
export function BatchRefusals({ batch, batches }: BatchRefusalsProps) {
  const groups = refusalGroups(batch);
  if (groups.length === 0) return null;
  return (
    <div className="batch-refusals">
      {groups.map(({ code, count, listed, advice }) => (
        <details key={code} className="batch-reason" data-reason={code}>
          <summary className="batch-reason-line">{refusalLine({ code, count })}</summary>
          {advice === null ? null : <p className="batch-note">{advice}</p>}
          <Actions batch={batch} batches={batches} refusals={listed} />
          <ul className="batch-reason-list">
            {listed.map((refusal) => (
              <li key={refusal.id} className="batch-refusal" data-refusal={refusal.id}>
                <span className="batch-refusal-title" dir="auto">
                  {refusal.title.trim() === '' ? batchWords.choose.untitled : refusal.title}
                </span>
                <span className="batch-refusal-url" dir="ltr">
                  {refusal.url}
                </span>
                <Reason error={refusal.error} isSaidAbove={advice !== null} />
                {listed.length > 1 ? (
                  <Actions batch={batch} batches={batches} refusals={[refusal]} />
                ) : null}
              </li>
            ))}
          </ul>
          {count > listed.length ? (
            <p className="batch-note">{batchWords.summary.more(count - listed.length)}</p>
          ) : null}
        </details>
      ))}
    </div>
  );
}

function Reason({ error, isSaidAbove }: Pick<Refusal, 'error'> & { isSaidAbove: boolean }) {
  const { next, quote } = errorWords(error);
  return (
    <>
      {isSaidAbove ? null : <span className="batch-note">{next}</span>}
      {quote === null ? null : (
        <q className="batch-note" dir="auto">
          {quote}
        </q>
      )}
    </>
  );
}

function Actions({
  batch,
  batches,
  refusals,
}: BatchRefusalsProps & { refusals: readonly Refusal[] }) {
  const { summary } = batchWords;
  const linkable = refusals.filter(canLink).map(({ id }) => id);
  const tryable = refusals.filter(canTryAgain).map(({ id }) => id);
  if (linkable.length + tryable.length === 0) return null;
  const failure = batches.troubles.get(batch.id);
  const askedOf = failure?.entryIds.join();
  const isOfThese = [tryable, linkable].some((ids) => ids.length > 0 && ids.join() === askedOf);
  return (
    <div className="batch-refusal-actions">
      {tryable.length > 0 ? (
        <Button
          size="small"
          look="quiet"
          icon={<RotateCw size={13} aria-hidden="true" />}
          data-act="again"
          onClick={() => void batches.again(batch, tryable)}
        >
          {tryable.length === 1 ? summary.again : summary.againAll(tryable.length)}
        </Button>
      ) : null}
      {linkable.length > 0 ? (
        <Button
          size="small"
          look="quiet"
          data-act="link"
          onClick={() => void batches.link(batch, linkable)}
        >
          {linkable.length === 1 ? summary.link : summary.linkAll(linkable.length)}
        </Button>
      ) : null}
      {failure !== undefined && isOfThese ? <Trouble error={failure.error} /> : null}
    </div>
  );
}
