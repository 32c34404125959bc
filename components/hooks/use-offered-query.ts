import { useEffect } from 'react';
import { useBridge } from './bridge.ts';

/**
 * Hands over the words another surface left for the side panel of this window, at once and each time more are left. They
 * are given once. The page may stand beside the panel in a tab as well: while it is out of sight it leaves them to the
 * one that is seen, and takes what is still left when it is shown.
 */
export function useOfferedQuery(onQuery: (q: string) => void): void {
  const { ask, onEvent, ownWindowId } = useBridge();
  useEffect(() => {
    let wanted = true;
    const take = async (offeredIn: number | null) => {
      if (document.visibilityState === 'hidden') return;
      const windowId = await ownWindowId();
      if (windowId === null || (offeredIn !== null && offeredIn !== windowId)) return;
      const taken = await ask('panel.take', { windowId });
      if (wanted && taken.ok && taken.value.q !== null) onQuery(taken.value.q);
    };
    const stop = onEvent((event) => {
      if (event.event === 'panel.offered') void take(event.windowId);
    });
    const takeWhatIsLeft = () => void take(null);
    document.addEventListener('visibilitychange', takeWhatIsLeft);
    takeWhatIsLeft();
    return () => {
      wanted = false;
      stop();
      document.removeEventListener('visibilitychange', takeWhatIsLeft);
    };
  }, [ask, onEvent, ownWindowId, onQuery]);
}
