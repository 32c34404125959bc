import { t } from '../../lib/i18n/i18n.ts';

/** How far many saves have come, on one line; nothing where there is no batch on its way. */
export function SavesProgress({ progress }: { progress: { sent: number; total: number } | null }) {
  if (progress === null) return null;
  const { sent, total } = progress;
  const words = t('saves_progress_text', { sent, total });
  return (
    <div className="saves-progress">
      <progress
        className="saves-progress-bar"
        aria-label={t('saves_progress_label')}
        aria-valuetext={words}
        value={sent}
        max={total}
      />
      <span className="saves-progress-words">{words}</span>
    </div>
  );
}
