import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import { useBridge } from '../app/bridge.ts';
import { inLanes } from '../app/in-lanes.ts';
import type { SavesState } from './saves-model.ts';
import { type Tries, withTry } from '../app/tries.ts';
import { type RowCommands, useRowCommands } from '../app/use-command.ts';
import { type OtherWays, useOtherWays } from './use-other-ways.ts';
import { type SavesDeletion, useSavesDeletion } from './use-saves-deletion.ts';
import { type SavesDiscarding, useSavesDiscarding } from './use-saves-discarding.ts';
import { useSavesList } from './use-saves-list.ts';

export type SavesHook = OtherWays &
  SavesDiscarding &
  SavesDeletion &
  Pick<RowCommands, 'running' | 'errors'> & {
    state: SavesState;
    reload: () => void;
    /** How often each was tried again since the list is shown. */
    tries: Tries;
    retry: (items: readonly OutboxView[]) => Promise<void>;
    /** Has the connection on this device learn anew what it failed to learn. */
    updateNow: (item: OutboxView) => Promise<void>;
    readText: (id: string) => Promise<Result<Editable | null, AppError>>;
    edit: (change: Editable & { id: string; memoryId: string }) => Promise<AppError | null>;
  };

/** What was saved and what became of it, and what the person may do about it. */
export function useSaves(): SavesHook {
  const bridge = useBridge();
  const { ask } = bridge;
  const list = useSavesList();
  const { state, dispatch, renew, hear } = list;
  const { running, errors, run } = useRowCommands();
  const [tries, setTries] = useState<Tries>(new Map());
  const discarding = useSavesDiscarding(list, run);
  const deletion = useSavesDeletion(list);

  const retry = useCallback(
    async (items: readonly OutboxView[]) => {
      const open = items.some(isUnread) ? await openPage(bridge) : null;
      // A paused save would only be refused again unasked; the person's word lets the service be asked once more.
      for (const connectionId of new Set(items.filter(isHeldBack).map((item) => item.connectionId)))
        await ask('connections.try-again', { connectionId });
      await inLanes(items, ({ id, source }) =>
        run(id, async () => {
          const tabId = open !== null && open.url === source.url ? open.id : null;
          const retried = await ask('outbox.retry', { id, tabId });
          if (retried.ok) {
            setTries((before) => withTry(before, id));
            hear(retried.value);
          }
          return retried;
        }),
      );
    },
    [bridge, ask, run, hear],
  );

  const otherWays = useOtherWays({ during: run, hear, retry, dispatch });

  const updateNow = useCallback(
    async ({ id }: OutboxView) => {
      await run(id, async () => {
        const begun = await ask('outbox.update-now', { id });
        if (begun.ok) hear(begun.value);
        return begun;
      });
    },
    [ask, run, hear],
  );

  const readText = useCallback((id: string) => ask('outbox.editable', { id }), [ask]);

  const edit = useCallback<SavesHook['edit']>(
    async (change) => {
      const edited = await ask('outbox.edit', change);
      if (!edited.ok) return edited.error;
      hear(edited.value);
      return null;
    },
    [ask, hear],
  );

  const reload = useCallback(() => void renew(), [renew]);

  return {
    state,
    reload,
    running,
    tries,
    errors,
    retry,
    ...otherWays,
    ...discarding,
    ...deletion,
    updateNow,
    readText,
    edit,
  };
}

function isHeldBack({ state }: OutboxView): boolean {
  return state.status === 'paused';
}

function isUnread({ customId }: OutboxView): boolean {
  return customId === null;
}

/** The page in front, where the browser lets its address be seen: one that was not read yet is read there. */
async function openPage({ ask, activeTab }: ReturnType<typeof useBridge>) {
  const tab = await activeTab();
  if (tab === null) return null;
  const described = await ask('page.describe', { tabId: tab.id });
  return described.ok ? described.value.tab : null;
}
