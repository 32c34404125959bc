import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { useBridge } from './bridge.ts';
import { createGathering } from './gathering.ts';
import { createHomeEvents, homeEventsGapMs } from './home-events.ts';

/**
 * How the homes stand, kept up to date; null until it is known, and where it cannot be told. What waits is kept up to
 * date only while something is amiss, since nothing is said of it otherwise. The function given must stay the same.
 */
export function useHomeNotice(isAmissIn: (list: ConnectionList) => boolean) {
  const bridge = useBridge();
  const [list, setList] = useState<ConnectionList | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const newest = useRef(0);
  const isAmiss = useRef(false);

  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    const listed = await bridge.ask('connections.list', {});
    if (turn !== newest.current) return;
    isAmiss.current = listed.ok && isAmissIn(listed.value);
    setHasFailed(!listed.ok);
    setList(listed.ok ? listed.value : null);
  }, [bridge, isAmissIn]);

  useEffect(() => {
    void reload();
    const { note, stop } = createGathering(() => void reload(), homeEventsGapMs);
    const concernsHomes = createHomeEvents();
    const forget = bridge.onEvent((event) => {
      // Each is looked at, so that the next step of the same save is known for what it is.
      const isConcerned = concernsHomes(event);
      if (isConcerned && (isAmiss.current || !isOfSaves(event))) note();
    });
    return () => {
      forget();
      stop();
    };
  }, [bridge, reload]);

  /** The person's word that the service may be asked again. */
  const tryAgain = useCallback(
    async (connectionId: string) => {
      await bridge.ask('connections.try-again', { connectionId });
      await reload();
    },
    [bridge, reload],
  );

  return { list, hasFailed, tryAgain };
}

/** Where all is well with the home, nothing is said of what waits. */
function isOfSaves({ event }: AppEvent): boolean {
  return event === 'outbox.changed' || event === 'outbox.removed';
}
