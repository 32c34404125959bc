import { useCallback } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useBridge } from '../app/bridge.ts';
import { inLanes } from '../app/in-lanes.ts';
import type { SavesState } from './saves-model.ts';
import type { RowCommands } from '../app/use-command.ts';
import type { SavesList } from './use-saves-list.ts';

export type SavesDiscarding = {
  /** Out of sight at once; `restore` has them back together. */
  discard: (items: readonly OutboxView[]) => Promise<void>;
  /** Says why they could not all be had back. */
  restore: (key: string) => Promise<AppError | null>;
  /** Ends the way back. */
  forgetDiscarded: (key: string) => void;
};

/** What the person does not want, and the way back to it. */
export function useSavesDiscarding(
  { state, dispatch, renew, hear, takeTold }: SavesList,
  run: RowCommands['run'],
): SavesDiscarding {
  const { ask, newId } = useBridge();

  const discard = useCallback(
    async (items: readonly OutboxView[]) => {
      dispatch({ type: 'discarded', key: newId(), ids: items.map(({ id }) => id) });
      await inLanes(items, ({ id }) =>
        run(id, async () => {
          const discarded = await ask('outbox.discard', { id });
          if (!discarded.ok) dispatch({ type: 'undiscarded', ids: [id] });
          return discarded;
        }),
      );
      void renew();
    },
    [ask, newId, run, renew, dispatch],
  );

  const restore = useCallback(
    async (key: string) => {
      const items = itemsUnder(state, key);
      let trouble: AppError | null = null;
      const back: OutboxView[] = [];
      await inLanes(items, async ({ id }) => {
        const restored = await ask('outbox.restore', { id });
        if (restored.ok) back.push(restored.value);
        else trouble = restored.error;
      });
      // What was told before this answer is older than it.
      takeTold();
      dispatch({ type: 'undiscarded', ids: back.map(({ id }) => id) });
      for (const item of back) hear(item);
      void renew();
      return trouble;
    },
    [ask, state, hear, renew, takeTold, dispatch],
  );

  const forgetDiscarded = useCallback(
    (key: string) => dispatch({ type: 'forgotten', key }),
    [dispatch],
  );

  return { discard, restore, forgetDiscarded };
}

function itemsUnder(state: SavesState, key: string): readonly OutboxView[] {
  if (state.status !== 'ready') return [];
  return state.discarded.find((one) => one.key === key)?.items ?? [];
}
