/** What the owner of the memory on this device does with it: its Memories, its rules, all of it as one file. */
import type { AppError } from '../../contracts/errors.ts';
import type { MessageOutput } from '../../contracts/messages.ts';
import type { ImportReport, OwnContainer, OwnRule } from '../../contracts/owner-api.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { OwnerTransfer } from '../../memory/owner-transfer.ts';
import type { OwnerClient } from '../../memory/owner.ts';

export type OwnPorts = {
  /** Whether a home was chosen. */
  isAtHome: () => Promise<boolean>;
  /** Whether a connection is that of the home on this device. */
  isOwn: (connectionId: string) => Promise<boolean>;
  owner: OwnerClient;
  transfer: OwnerTransfer;
  /** Has this device no longer count as saved what a deleted Memory held. */
  forgetMemory: (id: string) => Promise<unknown>;
  /** Has the surfaces told of the Memories as they are now. */
  refresh: () => Promise<unknown>;
  /** Tells the surfaces that the rules are others than before. */
  rulesChanged: () => void;
  newId: () => string;
};

type Nothing = Record<string, never>;
type Answer<T> = Promise<Result<T, AppError>>;

export function createOwn(ports: OwnPorts) {
  const { isAtHome, owner, transfer, forgetMemory, refresh, rulesChanged, newId } = ports;

  async function atHome<T>(act: () => Answer<T>): Answer<T> {
    return (await isAtHome()) ? act() : err(noHome);
  }

  const listMemories = (): Answer<OwnContainer[]> => atHome(() => owner.listContainers());

  const rename = (id: string, name: string): Answer<Nothing> =>
    atHome(async () => {
      const renamed = await owner.renameContainer(id, name);
      if (!renamed.ok) return renamed;
      await refresh();
      return ok({});
    });

  const deleteMemory = (id: string, confirm: boolean): Answer<MessageOutput<'own.delete'>> =>
    atHome(async () => {
      const deletion = await owner.deleteContainer({ id, confirm });
      // The question may be put twice where the background ended before it answered.
      const isGone = !deletion.ok && deletion.error.code === 'memory.not-found';
      if (!deletion.ok && !(isGone && confirm)) return deletion;
      if (deletion.ok && deletion.value.outcome === 'confirmation-required') return deletion;
      await forgetMemory(id);
      await refresh();
      return ok({ outcome: 'deleted' });
    });

  /** Fails with `memory.not-offered` for what is not in this home, or did not fail there. */
  async function updateNow(item: OutboxItem | null): Answer<null> {
    const state = item?.state;
    const hasFailed = state?.status === 'failed' || state?.status === 'canceled';
    if (item === null || !hasFailed || state.documentId === null) return err(nothingFailed);
    if (!(await ports.isOwn(item.connectionId))) return err(nothingFailed);
    return owner.updateNow(state.documentId);
  }

  const listRules = (): Answer<OwnRule[]> => atHome(() => owner.listRules());

  const addRule = (content: string, key: string | null): Answer<OwnRule> =>
    atHome(async () => {
      const listed = await owner.listRules();
      if (!listed.ok) return listed;
      const wanted = content.trim();
      const known = listed.value.find((rule) => rule.content === wanted && rule.key === key);
      if (known !== undefined) return ok(known);
      return told(await owner.createRule({ content, key }));
    });

  const changeRule = (id: string, content: string): Answer<OwnRule> =>
    atHome(async () => told(await owner.changeRule(id, content)));

  const deleteRule = (id: string): Answer<Nothing> =>
    atHome(async () => {
      const deleted = await owner.deleteRule(id);
      if (!deleted.ok && deleted.error.code !== 'memory.not-found') return deleted;
      rulesChanged();
      return ok({});
    });

  function told<T>(changed: Result<T, AppError>): Result<T, AppError> {
    if (changed.ok) rulesChanged();
    return changed;
  }

  const exportAll = (): Answer<{ file: string }> =>
    atHome(async () => {
      // A name of its own each time: an export that is asked for again may still be writing the last one.
      const file = newId();
      const exported = await transfer.exportTo(file);
      return exported.ok ? ok({ file }) : exported;
    });

  const importAll = (file: string): Answer<ImportReport> =>
    atHome(async () => {
      const imported = await transfer.importFrom(file);
      // A file that broke off has brought what came before.
      await refresh();
      rulesChanged();
      return imported;
    });

  return {
    listMemories,
    rename,
    deleteMemory,
    updateNow,
    listRules,
    addRule,
    changeRule,
    deleteRule,
    exportAll,
    importAll,
  };
}

const nothingFailed: AppError = {
  code: 'memory.not-offered',
  message: 'There is nothing in the memory on this device to update.',
  retryable: false,
};

const noHome: AppError = {
  code: 'home.none',
  message: 'No home for your memory has been chosen yet.',
  retryable: false,
};
