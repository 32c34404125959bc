import { useEffect, useReducer } from 'react';
import { useBridge } from './bridge.ts';

type Seen = { connectionId: string | null; changes: number };

/** Counts how often another home came into use while the surface is open: what was read from the one before is not of it. */
export function useHomeChanges(): number {
  const { ask, onEvent } = useBridge();
  const [{ changes }, see] = useReducer(afterSeeing, { connectionId: null, changes: 0 });

  useEffect(() => {
    const stop = onEvent((event) => {
      if (event.event === 'home.changed') see(event.home.connectionId);
    });
    void ask('home.status', {}).then((answer) => answer.ok && see(answer.value.connectionId));
    return stop;
  }, [ask, onEvent]);

  return changes;
}

function afterSeeing(before: Seen, connectionId: string | null): Seen {
  if (connectionId === null || connectionId === before.connectionId) return before;
  const isFirst = before.connectionId === null;
  return { connectionId, changes: isFirst ? 0 : before.changes + 1 };
}
