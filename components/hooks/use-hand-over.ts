import { useCallback } from 'react';
import { useBridge } from './bridge.ts';

/** Opens the side panel from the popup and leaves it the words to search for; the popup then closes. */
export function useHandOver(windowIdOf: () => number | null) {
  const { offerQuery, openSidePanel, closeWindow } = useBridge();
  return useCallback(
    (q: string) => {
      const windowId = windowIdOf();
      if (windowId === null) return;
      // Not awaited: browsers open the panel only while the click or the key is being handled.
      const offered = q === '' ? Promise.resolve() : offerQuery(windowId, q);
      const opened = openSidePanel(windowId);
      void Promise.all([offered, opened]).then(closeWindow);
    },
    [offerQuery, openSidePanel, closeWindow, windowIdOf],
  );
}
