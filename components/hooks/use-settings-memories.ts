import { useCallback } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { OwnContainer } from '../../lib/contracts/owner-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { changesMemories } from './settings-events.ts';
import { type Listing, useSettingsList } from './use-settings-list.ts';

export type SettingsMemories = {
  listing: Listing<OwnContainer>;
  reload: () => Promise<void>;
  /** Where saves go stays as it is. */
  create: (name: string) => Promise<Result<null, AppError>>;
  rename: (id: string, name: string) => Promise<Result<null, AppError>>;
  /** Deletes nothing: gives what the home asks before it would, word for word. */
  askToDelete: (id: string) => Promise<Result<string, AppError>>;
  deleteForGood: (id: string) => Promise<Result<null, AppError>>;
};

/** The Memories with how much is in each, and what their owner may do with them. */
export function useSettingsMemories(): SettingsMemories {
  const bridge = useBridge();
  const { listing, reload } = useSettingsList(askForThem, changesMemories);

  const create = useCallback(
    async (name: string) => {
      const created = await bridge.ask('memories.create', { name, choose: false });
      if (!created.ok) return created;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  const rename = useCallback(
    async (id: string, name: string) => {
      const renamed = await bridge.ask('own.rename', { id, name });
      if (!renamed.ok) return renamed;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  const askToDelete = useCallback(
    async (id: string): Promise<Result<string, AppError>> => {
      const asked = await bridge.ask('own.delete', { id, confirm: false });
      if (!asked.ok) return asked;
      return ok(asked.value.outcome === 'deleted' ? '' : asked.value.sentence);
    },
    [bridge],
  );

  const deleteForGood = useCallback(
    async (id: string): Promise<Result<null, AppError>> => {
      const deleted = await bridge.ask('own.delete', { id, confirm: true });
      if (!deleted.ok) return deleted;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  return { listing, reload, create, rename, askToDelete, deleteForGood };
}

function askForThem({ ask }: Bridge) {
  return ask('own.memories', {});
}
