import { savesWords } from '../words/saves.ts';

/** How far many saves have come, on one line; nothing where there is no batch on its way. */
export function SavesProgress({ progress }: { progress: { sent: number; total: number } | null }) {
  if (progress === null) return null;
  const { sent, total } = progress;
  const words = savesWords.progress.text(sent, total);
  return (
    <div className="saves-progress">
      <progress
        className="saves-progress-bar"
        aria-label={savesWords.progress.label}
        aria-valuetext={words}
        value={sent}
        max={total}
      />
      <span className="saves-progress-words">{words}</span>
    </div>
  );
}
