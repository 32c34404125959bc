import type { UndoingHook } from '../hooks/use-undoing.ts';
import { DiscardedRow } from '../saves/discarded-row.tsx';

export type DiscardedSavesProps = { undoing: UndoingHook };

/** What was discarded since the popup opened, each with the way back. */
export function DiscardedSaves({ undoing: { discarded, restore, forget } }: DiscardedSavesProps) {
  return (
    <ul className="popup-discarded">
      {discarded.map((one) => (
        <DiscardedRow key={one.key} discarded={one} onUndo={restore} onForget={forget} />
      ))}
    </ul>
  );
}
