import { useEffect, useRef, useState } from 'react';
import type { UndoHook } from './use-save-actions.ts';
import { DiscardedRow } from '../outbox/discarded-row.tsx';
import { titleOf } from '../outbox/save-state.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export function DiscardedSaves({ discarded, restore, forget }: UndoHook) {
  const item = discarded.at(-1)?.items[0];
  const words = item === undefined ? '' : t('saves_undo_one', { title: titleOf(item) });
  const [announced, setAnnounced] = useState('');
  // The region must exist before its text, or screen readers don't announce it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setAnnounced(words));
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
      <LiveRegion words={announced} />
    </>
  );
}

/** Focuses the latest undo, because the pressed button has disappeared. */
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
