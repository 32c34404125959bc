import { type RefObject, useCallback } from 'react';
import { useBridge } from './bridge.ts';

/** Opens the side panel from the popup and leaves it the words to search for; the popup then closes. */
export function useHandOver(windowIdRef: Readonly<RefObject<number | null>>) {
  const { ask, openSidePanel, closeWindow } = useBridge();
  return useCallback(
    (q: string) => {
      const windowId = windowIdRef.current;
      if (windowId === null) return;
      // First, and not awaited: browsers open the panel only while the click or the key is being handled.
      const opened = openSidePanel(windowId);
      const offer = async () => {
        if (q !== '') await ask('panel.offer', { windowId, q });
        await opened;
        closeWindow();
      };
      void offer();
    },
    [ask, openSidePanel, closeWindow, windowIdRef],
  );
}
