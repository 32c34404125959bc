import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import { createThrottle } from '../app/throttle.ts';
import { createConnectionEvents, connectionEventsGapMs } from './connection-events.ts';

/**
 * Reads the connections and keeps them up to date; `list` is null until they are known. Changes of saves lead to a
 * reading only while `showsWaiting` holds, since the counts are not shown otherwise. It must keep its identity.
 */
export function useConnectionList(showsWaiting: (list: ConnectionList) => boolean) {
  const bridge = useBridge();
  const [list, setList] = useState<ConnectionList | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const newest = useRef(0);
  const isWaitingShown = useRef(false);

  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    const listed = await bridge.ask('connections.list', {});
    if (turn !== newest.current) return;
    isWaitingShown.current = listed.ok && showsWaiting(listed.value);
    setHasFailed(!listed.ok);
    setList(listed.ok ? listed.value : null);
  }, [bridge, showsWaiting]);

  useEffect(() => {
    void reload();
    const { trigger: note, cancel: stop } = createThrottle(
      () => void reload(),
      connectionEventsGapMs,
    );
    const concernsConnections = createConnectionEvents();
    const forget = bridge.onEvent((event) => {
      // Always called, because it remembers the state of each save.
      const isConcerned = concernsConnections(event);
      if (isConcerned && (isWaitingShown.current || !isAboutSaves(event))) note();
    });
    return () => {
      forget();
      stop();
    };
  }, [bridge, reload]);

  /** Lets Keepsake ask the service again. */
  const tryAgain = useCallback(
    async (connectionId: string) => {
      await bridge.ask('connections.try-again', { connectionId });
      await reload();
    },
    [bridge, reload],
  );

  return { list, hasFailed, tryAgain };
}

function isAboutSaves({ event }: AppEvent): boolean {
  return event === 'outbox.changed' || event === 'outbox.removed';
}
