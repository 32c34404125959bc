import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useBridge } from '../app/bridge.ts';
import { usePolling } from '../app/use-query.ts';
import { isUnfinished, savesAtFirst, savesReducer, type SavesAction, type SavesState } from './saves-model.ts';

export type SavesList = {
  state: SavesState;
  dispatch: (action: SavesAction) => void;
  /** Asks for the list again. */
  renew: () => Promise<void>;
  /** Takes in what became of one, as an answer told it. */
  hear: (item: OutboxView) => void;
  /** Takes in at once what was told and is still being gathered. */
  takeTold: () => void;
};

const gatherMs = 50;

const concernsSaves: ReadonlySet<AppEvent['event']> = new Set([
  'outbox.changed',
  'outbox.removed',
  'connection.status-changed',
]);

/** The list of what was saved, kept true while it is shown. */
export function useSavesList(): SavesList {
  const { ask, onEvent } = useBridge();
  const [state, dispatch] = useReducer(savesReducer, savesAtFirst);

  const renew = useCallback(async () => {
    dispatch({ type: 'asked' });
    const listed = await ask('outbox.list', {});
    dispatch(
      listed.ok ? { type: 'listed', list: listed.value } : { type: 'failed', error: listed.error },
    );
  }, [ask]);

  const toldRef = useRef<readonly AppEvent[]>([]);
  const takeTold = useCallback(() => {
    if (toldRef.current.length === 0) return;
    dispatch({ type: 'heard', events: toldRef.current });
    toldRef.current = [];
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (!concernsSaves.has(event.event)) return;
      // With many on their way much is told; it is enough to draw it some times a second.
      if (toldRef.current.length === 0) timer = setTimeout(takeTold, gatherMs);
      toldRef.current = [...toldRef.current, event];
    });
    void renew();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onEvent, renew, takeTold]);

  const isMoving = state.status === 'ready' && state.items.some(isUnfinished);
  usePolling(isMoving, renew);

  const hear = useCallback((item: OutboxView) => {
    dispatch({ type: 'heard', events: [{ event: 'outbox.changed', item }] });
  }, []);

  return { state, dispatch, renew, hear, takeTold };
}
