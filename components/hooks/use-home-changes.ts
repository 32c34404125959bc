import { useState } from 'react';
import type { HomeState } from './use-home.ts';

export type SeenHome = {
  /** Empty where it could not be learned which one is in use; null where none was seen. */
  connectionId: string | null;
  changes: number;
};

/** Counts how often another home came into use while the surface is open: what was read from the one before is not of it. */
export function useHomeChanges(state: HomeState): number {
  const [seen, setSeen] = useState<SeenHome>(noneSeen);
  const next = afterSeeing(seen, state);
  if (next !== seen) setSeen(next);
  return next.changes;
}

export const noneSeen: SeenHome = { connectionId: null, changes: 0 };

/** Gives what was seen of the home in use by now. Pure. */
export function afterSeeing(before: SeenHome, state: HomeState): SeenHome {
  const connectionId = idIn(state) ?? before.connectionId;
  if (connectionId === before.connectionId) return before;
  const isFirst = before.connectionId === null;
  // Which one it is cannot be learned again, and it need not be another.
  if (connectionId === '' && !isFirst) return before;
  return { connectionId, changes: isFirst ? 0 : before.changes + 1 };
}

function idIn(state: HomeState): string | null {
  if (state.status === 'ready') return state.home.connectionId;
  return state.status === 'failed' ? '' : null;
}
