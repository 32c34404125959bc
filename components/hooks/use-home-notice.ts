import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { useBridge } from './bridge.ts';

/** How the homes stand, kept up to date; null until it is known, and where it cannot be told. */
export function useHomeNotice() {
  const bridge = useBridge();
  const [list, setList] = useState<ConnectionList | null>(null);
  const newest = useRef(0);

  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    const listed = await bridge.ask('connections.list', {});
    if (turn === newest.current) setList(listed.ok ? listed.value : null);
  }, [bridge]);

  useEffect(() => {
    void reload();
    return bridge.onEvent((event) => {
      if (concernsHomes(event)) void reload();
    });
  }, [bridge, reload]);

  /** The person's word that the service may be asked again. */
  const tryAgain = useCallback(
    async (connectionId: string) => {
      await bridge.ask('connections.try-again', { connectionId });
      await reload();
    },
    [bridge, reload],
  );

  return { list, tryAgain };
}

/** What is on its way tells nothing new of a home before it has stopped or gone. */
function concernsHomes(event: AppEvent): boolean {
  switch (event.event) {
    case 'connections.changed':
    case 'home.changed':
    case 'outbox.removed':
      return true;
    case 'outbox.changed':
      return event.item.state.status !== 'sending';
    default:
      return false;
  }
}
