import './batch.css';
import { Layers } from 'lucide-react';
import type { Ref } from 'react';
import { type BatchView, isEnded } from '../../lib/batch/model.ts';
import { Button } from '../ui/button.tsx';
import { NamedLine } from '../ui/named-line.tsx';
import { BatchBar } from './batch-card.tsx';
import { nameOf } from './batch-view.ts';
import { t, around } from '../../lib/i18n/i18n.ts';

type BatchStripProps = {
  batches: readonly BatchView[];
  openRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
};

export function BatchStrip({ batches, openRef, onOpen }: BatchStripProps) {
  const batch = shownOf(batches);
  return (
    <div className="batch-strip" data-running={batch !== null || undefined}>
      {batch === null ? null : (
        <div className="batch-strip-body">
          <p className="batch-strip-name">
            <NamedLine around={around('batch_strip_running', 'name')} name={nameOf(batch)} />
          </p>
          <BatchBar batch={batch} />
        </div>
      )}
      <Button
        ref={openRef}
        size="small"
        look={batch === null ? 'quiet' : 'secondary'}
        icon={batch === null ? <Layers size={15} /> : null}
        data-act="save-many"
        aria-label={
          batch === null
            ? undefined
            : t('saves_of', { action: t('batch_strip_show'), title: nameOf(batch) })
        }
        onClick={onOpen}
      >
        {batch === null ? t('batch_open') : t('batch_strip_show')}
      </Button>
    </div>
  );
}

function shownOf(batches: readonly BatchView[]): BatchView | null {
  const open = batches.filter((batch) => !isEnded(batch));
  return (
    open.find(({ status, isQueued }) => status === 'running' && !isQueued) ?? open.at(-1) ?? null
  );
}
