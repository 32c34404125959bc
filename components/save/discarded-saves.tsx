import { useEffect, useRef, useState } from 'react';
import type { UndoingHook } from './use-save-actions.ts';
import { DiscardedRow } from '../outbox/discarded-row.tsx';
import { titleOf } from '../outbox/save-row.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type DiscardedSavesProps = { undoing: UndoingHook };

/** What was discarded since the popup opened, each with the way back. */
export function DiscardedSaves({ undoing: { discarded, restore, forget } }: DiscardedSavesProps) {
  const item = discarded.at(-1)?.items[0];
  const words = item === undefined ? '' : t('saves_undo_one', { title: titleOf(item) });
  const [said, setSaid] = useState('');
  // The region has to be there before the words are, or they are not spoken.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(words));
    return () => cancelAnimationFrame(frame);
  }, [words]);
  const listRef = useFocusOnLatest(discarded.length);
  return (
    <>
      <ul className="popup-discarded" ref={listRef}>
        {discarded.map((one) => (
          <DiscardedRow key={one.key} discarded={one} onUndo={restore} onForget={forget} />
        ))}
      </ul>
      <LiveRegion words={said} />
    </>
  );
}

/** Puts the focus on the way back of what was just discarded, as the button that was pressed has gone. */
function useFocusOnLatest(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const beforeRef = useRef(0);
  useEffect(() => {
    if (count > beforeRef.current)
      ref.current?.querySelector<HTMLElement>(':scope > :last-child [data-act="undo"]')?.focus();
    beforeRef.current = count;
  }, [count]);
  return ref;
}
