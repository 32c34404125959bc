import { type RefObject, useCallback } from 'react';
import { useBridge } from './bridge.ts';

/** Opens the side panel from the popup and leaves it the words to search for; the popup then closes. */
export function useHandOver(windowIdRef: Readonly<RefObject<number | null>>) {
  const { ask, openSidePanel, closeWindow } = useBridge();
  return useCallback(
    (q: string) => {
      if (windowIdRef.current === null) return;
      // First, and not awaited: browsers open the panel only while the click or the key is being handled.
      const opened = openSidePanel(windowIdRef.current);
      const offer = async () => {
        if (q !== '') await ask('panel.offer', { q });
        await opened;
        closeWindow();
      };
      void offer();
    },
    [ask, openSidePanel, closeWindow, windowIdRef],
  );
}
