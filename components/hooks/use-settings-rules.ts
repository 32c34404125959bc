import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { OwnRule } from '../../lib/contracts/owner-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { type Listing, useSettingsList } from './use-settings-list.ts';

export type SettingsRules = {
  listing: Listing<OwnRule>;
  reload: () => Promise<void>;
  add: (content: string) => Promise<Result<null, AppError>>;
  change: (id: string, content: string) => Promise<Result<null, AppError>>;
  /** The rule deleted last, which can still be had back. */
  deleted: OwnRule | null;
  trouble: AppError | null;
  remove: (rule: OwnRule) => Promise<void>;
  undo: () => Promise<void>;
};

/** The standing rules, adding to them, and deleting with a way back. */
export function useSettingsRules(): SettingsRules {
  const bridge = useBridge();
  const { listing, reload } = useSettingsList(askForThem);
  const [deleted, setDeleted] = useState<OwnRule | null>(null);
  const [trouble, setTrouble] = useState<AppError | null>(null);

  const add = useCallback(
    async (content: string): Promise<Result<null, AppError>> => {
      const added = await bridge.ask('own.add-rule', { content, key: null });
      if (!added.ok) return added;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  const change = useCallback(
    async (id: string, content: string): Promise<Result<null, AppError>> => {
      const changed = await bridge.ask('own.change-rule', { id, content });
      if (!changed.ok) return changed;
      await reload();
      return ok(null);
    },
    [bridge, reload],
  );

  const remove = useCallback(
    async (rule: OwnRule) => {
      const removed = await bridge.ask('own.delete-rule', { id: rule.id });
      setTrouble(removed.ok ? null : removed.error);
      if (removed.ok) setDeleted(rule);
      await reload();
    },
    [bridge, reload],
  );

  const undo = useCallback(async () => {
    if (deleted === null) return;
    const { content, key } = deleted;
    const added = await bridge.ask('own.add-rule', { content, key });
    setTrouble(added.ok ? null : added.error);
    if (added.ok) setDeleted(null);
    await reload();
  }, [bridge, reload, deleted]);

  return { listing, reload, add, change, deleted, trouble, remove, undo };
}

function askForThem({ ask }: Bridge) {
  return ask('own.rules', {});
}
