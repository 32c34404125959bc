import { useEffect } from 'react';
import { useBridge } from './bridge.ts';

/** Hands over the words another surface left for the side panel, at once and each time more are left. */
export function useOfferedQuery(onQuery: (q: string) => void): void {
  const { ask, onEvent } = useBridge();
  useEffect(() => {
    let wanted = true;
    const take = async () => {
      const taken = await ask('panel.take', {});
      if (wanted && taken.ok && taken.value.q !== null) onQuery(taken.value.q);
    };
    const stop = onEvent((event) => {
      if (event.event === 'panel.offered') void take();
    });
    void take();
    return () => {
      wanted = false;
      stop();
    };
  }, [ask, onEvent, onQuery]);
}
