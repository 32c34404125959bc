import { useCallback } from 'react';
import { useBridge } from './bridge.ts';

/** Opens the side panel from the popup, which then closes; a panel that was not open begins with the profile. */
export function useOpenProfile(windowIdOf: () => number | null) {
  const { openSidePanel, closeWindow } = useBridge();
  return useCallback(() => {
    const windowId = windowIdOf();
    if (windowId === null) return;
    try {
      localStorage.setItem('panel-view', 'profile');
    } catch {
      // The panel then begins with another view, and the profile is one click away.
    }
    // Not awaited: browsers open the panel only while the click or the key is being handled.
    void openSidePanel(windowId).then(closeWindow);
  }, [openSidePanel, closeWindow, windowIdOf]);
}
