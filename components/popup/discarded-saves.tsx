import { useEffect, useState } from 'react';
import type { UndoingHook } from '../hooks/use-undoing.ts';
import { DiscardedRow } from '../saves/discarded-row.tsx';
import { titleOf } from '../saves/saves-view.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { savesWords } from '../words/saves.ts';

export type DiscardedSavesProps = { undoing: UndoingHook };

/** What was discarded since the popup opened, each with the way back. */
export function DiscardedSaves({ undoing: { discarded, restore, forget } }: DiscardedSavesProps) {
  const item = discarded.at(-1)?.items[0];
  const words = item === undefined ? '' : savesWords.undo.one(titleOf(item));
  const [said, setSaid] = useState('');
  // The region has to be there before the words are, or they are not spoken.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(words));
    return () => cancelAnimationFrame(frame);
  }, [words]);
  return (
    <>
      <ul className="popup-discarded">
        {discarded.map((one) => (
          <DiscardedRow key={one.key} discarded={one} onUndo={restore} onForget={forget} />
        ))}
      </ul>
      <LiveRegion words={said} />
    </>
  );
}
