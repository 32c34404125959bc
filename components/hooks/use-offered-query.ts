import { useEffect } from 'react';
import { useBridge } from './bridge.ts';

/** Hands over the words another surface left for the side panel of this window, at once and each time more are left. */
export function useOfferedQuery(onQuery: (q: string) => void): void {
  const { ask, onEvent, ownWindowId } = useBridge();
  useEffect(() => {
    let wanted = true;
    const take = async (offeredIn: number | null) => {
      const windowId = await ownWindowId();
      if (windowId === null || (offeredIn !== null && offeredIn !== windowId)) return;
      const taken = await ask('panel.take', { windowId });
      if (wanted && taken.ok && taken.value.q !== null) onQuery(taken.value.q);
    };
    const stop = onEvent((event) => {
      if (event.event === 'panel.offered') void take(event.windowId);
    });
    void take(null);
    return () => {
      wanted = false;
      stop();
    };
  }, [ask, onEvent, ownWindowId, onQuery]);
}
