import { t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { Button } from '../ui/button.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Slow } from '../ui/slow.tsx';
import type { TransferProgress } from './use-settings-transfer.ts';

/** Shows the progress of a slow transfer, and lets the person cancel it. */
export function TransferStatus({ label, progress }: { label: string; progress: TransferProgress }) {
  const { bytes, total, isCanceled, cancel } = progress;
  const done = sizeWords(bytes);
  return (
    <Slow>
      <div className="settings-outcome settings-transfer">
        <ProgressLine
          label={label}
          words={total === null ? done : t('transfer_progress', { done, total: sizeWords(total) })}
          value={bytes}
          max={total}
        />
        <p className="settings-row-note">{t('settings_data_slow')}</p>
        {/* The rest doesn't take long, and can't be canceled. */}
        {bytes === total ? null : (
          <Button size="small" busy={isCanceled} onClick={cancel}>
            {t('common_cancel')}
          </Button>
        )}
      </div>
    </Slow>
  );
}
