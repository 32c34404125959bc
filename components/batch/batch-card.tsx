import './batch-card.css';
import { type BatchView, type Refusal, isEnded } from '../../lib/batch/model.ts';
import type { BatchesHook } from './use-batches.ts';
import { Button } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Quote } from '../ui/quote.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import {
  countsOf,
  nameOf,
  outcomeLines,
  refusalLine,
  canLink,
  canTryAgain,
  refusalGroups,
} from './batch-view.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { RotateCw } from 'lucide-react';

type BatchCardProps = { batch: BatchView; batches: BatchesHook; onWaiting: () => void };

export function BatchCard({ batch, batches, onWaiting }: BatchCardProps) {
  const { id, status, trouble, container, progress } = batch;
  const failure = batches.failures.get(id);
  // Failures of single entries are shown next to those entries.
  const error = failure?.entryIds.length === 0 ? failure.error : null;
  const lines = outcomeLines(batch);
  const isOver = isEnded(batch);
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
      <BlockedNotice batch={batch} onWaiting={onWaiting} />
      {lines.length > 0 ? (
        <ul className="batch-outcomes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {countsOf(batch).total === 0 && lines.length === 0 ? (
        <p className="batch-note">{t('batch_summary_nothing')}</p>
      ) : null}
      <BatchRefusals batch={batch} batches={batches} />
      {error === null || error === trouble ? null : <ErrorAlert error={error} />}
      <CardActions batch={batch} batches={batches} />
    </li>
  );
}

function BlockedNotice({ batch: { status, trouble }, onWaiting }: Omit<BatchCardProps, 'batches'>) {
  if (trouble === null) return null;
  const { title, next, quote } = errorWords(trouble);
  if (status === 'running' && trouble.code === 'storage.full') {
    return (
      <Notice
        tone="wait"
        title={title}
        text={t('batch_full_text')}
        actions={
          <Button size="small" data-act="waiting" onClick={onWaiting}>
            {t('batch_full_action')}
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
  const of = (action: string) => t('saves_of', { action, title: nameOf(batch) });
  const all: [string, string, () => Promise<void>][] = isEnded(batch)
    ? [['dismiss', t('saves_actions_hide'), () => batches.dismiss(id)]]
    : [
        status === 'paused'
          ? ['resume', t('batch_card_resume'), () => batches.act('batches.resume', batch)]
          : ['pause', t('batch_card_pause'), () => batches.act('batches.pause', batch)],
        ['cancel', t('batch_card_cancel'), () => batches.act('batches.cancel', batch)],
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
  switch (status) {
    case 'running':
      if (isQueued) return t('outbox_queued');
      return trouble === null ? null : t('batch_card_waitsForRoom');
    case 'paused':
      return t('outbox_paused');
    case 'canceled':
      return t('batch_card_canceled');
    case 'done':
      return t('batch_card_done');
  }
}

type BatchRefusalsProps = { batch: BatchView; batches: BatchesHook };

function BatchRefusals({ batch, batches }: BatchRefusalsProps) {
  const groups = refusalGroups(batch);
  if (groups.length === 0) return null;
  return (
    <div className="batch-refusals">
      {groups.map(({ code, count, listed, advice }) => (
        <details key={code} className="batch-reason" data-reason={code}>
          <summary className="batch-reason-line">{refusalLine(count, listed)}</summary>
          {advice === null ? null : <p className="batch-note">{advice}</p>}
          <Actions batch={batch} batches={batches} refusals={listed} />
          <ul className="batch-reason-list">
            {listed.map((refusal) => (
              <li key={refusal.id} className="batch-refusal" data-refusal={refusal.id}>
                <span className="batch-refusal-title" dir="auto">
                  {refusal.title.trim() === '' ? t('saves_untitled') : refusal.title}
                </span>
                <span className="batch-refusal-url" dir="ltr">
                  {refusal.url}
                </span>
                <Reason error={refusal.error} isShownAbove={advice !== null} />
                {listed.length > 1 ? (
                  <Actions batch={batch} batches={batches} refusals={[refusal]} />
                ) : null}
              </li>
            ))}
          </ul>
          {count > listed.length ? (
            <p className="batch-note">{plural(count - listed.length, 'common_more')}</p>
          ) : null}
        </details>
      ))}
    </div>
  );
}

function Reason({ error, isShownAbove }: Pick<Refusal, 'error'> & { isShownAbove: boolean }) {
  const { next, quote } = errorWords(error);
  return (
    <>
      {isShownAbove ? null : <span className="batch-note">{next}</span>}
      {quote === null ? null : <Quote className="batch-note" words={quote} />}
    </>
  );
}

type ActionsProps = BatchRefusalsProps & { refusals: readonly Refusal[] };

function Actions({ batch, batches, refusals }: ActionsProps) {
  const linkable = refusals.filter(canLink).map(({ id }) => id);
  const tryable = refusals.filter(canTryAgain).map(({ id }) => id);
  if (linkable.length + tryable.length === 0) return null;
  const failure = batches.failures.get(batch.id);
  const askedOf = failure?.entryIds.join();
  const isOfThese = [tryable, linkable].some((ids) => ids.length > 0 && ids.join() === askedOf);
  const common = { size: 'small', look: 'quiet' } as const;
  return (
    <div className="batch-refusal-actions">
      {tryable.length > 0 ? (
        <Button
          {...common}
          icon={<RotateCw size={13} />}
          data-act="again"
          onClick={() => void batches.again(batch, tryable)}
        >
          {tryable.length === 1
            ? t('common_retry')
            : t('batch_summary_againAll', { count: tryable.length })}
        </Button>
      ) : null}
      {linkable.length > 0 ? (
        <Button {...common} data-act="link" onClick={() => void batches.link(batch, linkable)}>
          {linkable.length === 1
            ? t('saves_actions_saveAddress')
            : plural(linkable.length, 'batch_choose_declined_action')}
        </Button>
      ) : null}
      {failure !== undefined && isOfThese ? <ErrorAlert error={failure.error} /> : null}
    </div>
  );
}

export function BatchBar({ batch }: { batch: BatchView }) {
  const { done, total } = countsOf(batch);
  const words = t('batch_card_running', { done, total });
  return <ProgressLine label={t('batch_card_progress')} words={words} value={done} max={total} />;
}
