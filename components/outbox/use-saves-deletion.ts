import { useCallback } from 'react';
import { useBridge } from '../app/bridge.ts';
import { type DeletionSteps, deletionSteps } from '../app/deletion-steps.ts';
import type { SavesList } from './use-saves-list.ts';

export type SavesDeletion = {
  /** The steps of deleting one from its memory. */
  deletionOf: (id: string) => DeletionSteps;
};

/** Deletes what was saved from its memory, by the memory's own question. */
export function useSavesDeletion({
  dispatch,
  renew,
}: Pick<SavesList, 'dispatch' | 'renew'>): SavesDeletion {
  const { ask } = useBridge();
  const deletionOf = useCallback(
    (id: string) =>
      deletionSteps(
        (confirm) => ask('saved.delete', { id, confirm }),
        (confirmed) => {
          dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
          if (confirmed) void renew();
        },
      ),
    [ask, renew, dispatch],
  );
  return { deletionOf };
}
