import { useCallback, useEffect, useRef } from 'react';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { useBridge } from './bridge.ts';
import { createGathering, type Gathering } from './gathering.ts';

/** Several signs may come at once, as when a window comes to the front; they lead to one try. */
const signsGapMs = 400;

/**
 * Calls `onSign`, while something waits for it, when the service may be reached again: it took or learned a save, the
 * network is back, or the person comes back to the surface. Gives what is to be called where they come back within it.
 */
export function useReachedAgain(isWaiting: boolean, onSign: () => void): () => void {
  const { onEvent } = useBridge();
  const signsRef = useRef<Gathering>(null);

  useEffect(() => {
    if (!isWaiting) return undefined;
    const signs = createGathering(onSign, signsGapMs);
    signsRef.current = signs;
    const comeIntoView = () => {
      if (document.visibilityState === 'visible') signs.note();
    };
    addEventListener('online', signs.note);
    addEventListener('focus', signs.note);
    document.addEventListener('visibilitychange', comeIntoView);
    const stopListening = onEvent((event) => {
      if (isFromService(event)) signs.note();
    });
    return () => {
      signsRef.current = null;
      signs.stop();
      removeEventListener('online', signs.note);
      removeEventListener('focus', signs.note);
      document.removeEventListener('visibilitychange', comeIntoView);
      stopListening();
    };
  }, [isWaiting, onSign, onEvent]);

  return useCallback(() => signsRef.current?.note(), []);
}

/** Says whether an event is told only after the service has answered. */
function isFromService(event: AppEvent): boolean {
  switch (event.event) {
    case 'home.changed':
    case 'connections.changed':
    case 'learned.news':
      return true;
    case 'outbox.changed':
      return ['learning', 'learned'].includes(event.item.state.status);
    default:
      return false;
  }
}
