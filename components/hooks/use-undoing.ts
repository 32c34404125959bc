import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { useBridge } from './bridge.ts';
import type { Discarded } from './saves-state.ts';

export type UndoingHook = {
  /** What was discarded here and can still be had back, the latest last. */
  discarded: readonly Discarded[];
  /** Offers the way back of one that was just discarded. */
  offer: (item: OutboxView) => void;
  /** Says why it could not be had back. */
  restore: (key: string) => Promise<AppError | null>;
  /** Ends the way back. */
  forget: (key: string) => void;
};

/** The way back of what is discarded in the popup; `hear` takes what is there again. */
export function useUndoing(hear: (event: AppEvent) => void): UndoingHook {
  const { ask } = useBridge();
  const [discarded, setDiscarded] = useState<readonly Discarded[]>([]);

  const forget = useCallback((key: string) => {
    setDiscarded((before) => before.filter((one) => one.key !== key));
  }, []);

  const offer = useCallback((item: OutboxView) => {
    setDiscarded((before) => [...before, { key: item.id, items: [item] }]);
  }, []);

  const restore = useCallback(
    async (key: string) => {
      const restored = await ask('outbox.restore', { id: key });
      if (!restored.ok) return restored.error;
      forget(key);
      hear({ event: 'outbox.changed', item: restored.value });
      return null;
    },
    [ask, forget, hear],
  );

  return { discarded, offer, restore, forget };
}
