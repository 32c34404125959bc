import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { OwnRule } from '../../lib/contracts/owner-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { changesRules } from './settings-events.ts';
import { type Listing, useSettingsList } from './use-settings-list.ts';

export type SettingsRules = {
  listing: Listing<OwnRule>;
  reload: () => Promise<void>;
  add: (content: string) => Promise<Result<null, AppError>>;
  change: (id: string, content: string) => Promise<Result<null, AppError>>;
  /** The rules deleted since the page was opened, which can all still be had back. */
  deleted: readonly OwnRule[];
  trouble: AppError | null;
  remove: (rule: OwnRule) => Promise<void>;
  undo: (rule: OwnRule) => Promise<void>;
};

/** The standing rules, adding to them, and deleting with a way back. */
export function useSettingsRules(): SettingsRules {
  const bridge = useBridge();
  const { listing, reload } = useSettingsList(askForThem, changesRules);
  const [deleted, setDeleted] = useState<readonly OwnRule[]>([]);
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
      if (removed.ok) setDeleted((before) => [...without(before, rule), rule]);
      await reload();
    },
    [bridge, reload],
  );

  const undo = useCallback(
    async (rule: OwnRule) => {
      const { content, key } = rule;
      const added = await bridge.ask('own.add-rule', { content, key });
      setTrouble(added.ok ? null : added.error);
      if (added.ok) setDeleted((before) => without(before, rule));
      await reload();
    },
    [bridge, reload],
  );

  return { listing, reload, add, change, deleted, trouble, remove, undo };
}

function without(rules: readonly OwnRule[], rule: OwnRule): OwnRule[] {
  return rules.filter(({ id }) => id !== rule.id);
}

function askForThem({ ask }: Bridge) {
  return ask('own.rules', {});
}
