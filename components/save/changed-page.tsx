import { CornerDownLeft, History } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { dayOf } from './preview-text.ts';
import type { Changed } from './popup-model.ts';
import { useFocusUnlessTaken } from './use-focus-unless-taken.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type ChangedPageProps = Changed & {
  /** The selection stands first: Enter is for that. */
  isSecond: boolean;
  onSaveVersion: () => void;
  onElsewhere: () => void;
};

/** A page that says something else now than when it was saved: both can be kept. */
export function ChangedPage(props: ChangedPageProps) {
  const { memory, savedAt, isSecond, onSaveVersion, onElsewhere } = props;
  const ref = useFocusUnlessTaken(!isSecond);
  return (
    <section className="popup-work save-progress" data-tone="wait">
      <h3 className="save-progress-headline">
        <History className="save-progress-icon" size={20} aria-hidden="true" />
        <span>{t('preview_changed_title')}</span>
      </h3>
      <div className="save-progress-where">
        <span>{t('preview_changed_since', { day: dayOf(savedAt) })}</span>
        <MemoryChip name={memory.name} />
      </div>
      <div className="popup-row">
        <Button
          ref={ref}
          look={isSecond ? 'secondary' : 'primary'}
          size="large"
          wide
          after={isSecond ? undefined : <CornerDownLeft size={16} aria-hidden="true" />}
          onClick={onSaveVersion}
        >
          {t('preview_changed_save')}
        </Button>
      </div>
      <div className="popup-row save-progress-actions">
        <Button size="small" look="quiet" onClick={onElsewhere}>
          {t('popup_saveElsewhere')}
        </Button>
      </div>
    </section>
  );
}
