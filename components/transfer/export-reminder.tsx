import { t } from '../../lib/i18n/i18n.ts';
import { useBridge } from '../app/bridge.ts';
import { type Read, useQuery } from '../app/use-query.ts';
import { Button } from '../ui/button.tsx';

const readReminder: Read<{ saves: number | null }> = ({ ask }) =>
  ask('transfer.reminder', { isPutOff: false });

/** Shown once many items were saved on this device without an export. */
export function ExportReminder() {
  const { ask, openSettings } = useBridge();
  const { state, set } = useQuery(readReminder, {
    reloadsOn: ['profile.changed'],
    eventGapMs: 1_000,
    // The export runs on the settings page, so reload when the person returns.
    reloadsOnFocus: true,
  });
  const count = state.status === 'ready' ? state.value.saves : null;
  if (count === null) return null;
  const putOff = () => {
    set({ saves: null });
    void ask('transfer.reminder', { isPutOff: true });
  };
  return (
    <div className="library-together">
      <p>{t('reminder_text', { count })}</p>
      <Button size="small" onClick={() => void openSettings('data')}>
        {t('reminder_export')}
      </Button>
      <Button size="small" look="quiet" onClick={putOff}>
        {t('reminder_later')}
      </Button>
    </div>
  );
}
