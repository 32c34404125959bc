import { type AppError, appError } from '../contract/errors.ts';
import type { ContainerWithCounts } from '../contract/owner-api.ts';
import type { MessageOutput } from '../messaging/messages.ts';
import { type AsyncResult, err, ok, type Result } from '../contract/result.ts';
import { noConnection } from '../connections/model.ts';
import type { OutboxItem } from '../outbox/model.ts';
import type { exportReminder } from './reminder-store.ts';
import type { TransferClient, OwnerClient } from '../memory-client/owner.ts';

export type MemoriesPorts = {
  isDeviceActive: () => Promise<boolean>;
  isDevice: (connectionId: string) => Promise<boolean>;
  owner: OwnerClient;
  transfer: TransferClient;
  reminder: typeof exportReminder;
  /** Copies what only the extension knows about the items on this device. */
  records: { toService: () => AsyncResult<null>; fromService: () => AsyncResult<null> };
  /** Removes the saved state of the Memory's contents. */
  forgetMemory: (id: string) => Promise<unknown>;
  refresh: () => Promise<unknown>;
  rulesChanged: () => void;
  newId: () => string;
};

export function createMemories(ports: MemoriesPorts) {
  const { isDeviceActive, owner, transfer, records, forgetMemory, refresh, rulesChanged } = ports;

  async function onDevice<T>(act: () => AsyncResult<T>): AsyncResult<T> {
    return (await isDeviceActive()) ? act() : err(noConnection);
  }

  /** Indexes a document again. Fails with `memory.not-offered` unless it's on this device and its indexing failed. */
  async function updateNow(item: OutboxItem | null): AsyncResult<null> {
    const state = item?.state;
    const hasFailed = state?.status === 'failed' || state?.status === 'canceled';
    if (item === null || !hasFailed || state.documentId === null) return err(nothingFailed);
    if (!(await ports.isDevice(item.connectionId))) return err(nothingFailed);
    return owner.updateNow(state.documentId);
  }

  function told<T>(changed: Result<T, AppError>): Result<T, AppError> {
    if (changed.ok) rulesChanged();
    return changed;
  }

  return {
    listMemories: () => onDevice(() => owner.listContainers()),
    rename: (id: string, name: string) =>
      onDevice(async () => {
        const renamed = await owner.renameContainer(id, name);
        if (renamed.ok) await refresh();
        return renamed;
      }),
    deleteMemory: (id: string, confirm: boolean) =>
      onDevice<MessageOutput<'memories.delete'>>(async () => {
        const kept = confirm ? await records.toService() : ok(null);
        if (!kept.ok) return kept;
        const deletion = await owner.deleteContainer({ id, confirm });
        // The message is repeated if the background stopped before responding.
        const isGone = !deletion.ok && deletion.error.code === 'memory.not-found';
        if (!deletion.ok && !(isGone && confirm)) return deletion;
        if (deletion.ok && deletion.value.outcome === 'confirmation-required') return deletion;
        await forgetMemory(id);
        await refresh();
        return deletion.ok ? deletion : ok({ outcome: 'deleted' });
      }),
    updateNow,
    listRules: () => onDevice(() => owner.listRules()),
    addRule: (content: string, key: string | null) =>
      onDevice(async () => {
        const listed = await owner.listRules();
        if (!listed.ok) return listed;
        const wanted = content.trim();
        const known = listed.value.find((rule) => rule.content === wanted && rule.key === key);
        if (known !== undefined) return ok(known);
        return told(await owner.createRule({ content, key }));
      }),
    changeRule: (id: string, content: string) =>
      onDevice(async () => told(await owner.changeRule(id, content))),
    deleteRule: (id: string) =>
      onDevice(async () => {
        const deleted = await owner.deleteRule(id);
        if (!deleted.ok && deleted.error.code !== 'memory.not-found') return deleted;
        rulesChanged();
        return ok(null);
      }),
    exportAll: (watch: string) =>
      onDevice(async () => {
        // Use a new name each time, because an earlier export might still be writing its file.
        const file = ports.newId();
        const copied = await records.toService();
        if (!copied.ok) return copied;
        const listed = await owner.listContainers();
        const exported = await transfer.exportTo(file, watch);
        if (!exported.ok) return exported;
        if (listed.ok) await ports.reminder.exported(itemsIn(listed.value));
        return ok({ file });
      }),
    remindOfExport: (isPutOff: boolean) =>
      onDevice<MessageOutput<'transfer.reminder'>>(async () => {
        const listed = await owner.listContainers();
        if (!listed.ok) return listed;
        const items = itemsIn(listed.value);
        if (isPutOff) await ports.reminder.putOff(items);
        return ok({ saves: await ports.reminder.savesDue(items) });
      }),
    importAll: (file: string) =>
      onDevice(async () => {
        const imported = await transfer.importFrom(file);
        if (imported.ok) {
          const { documents, notes, facts } = imported.value;
          await ports.reminder.imported(documents.added + notes.added + facts.added);
        }
        // An interrupted import keeps the lines before the interruption.
        const copied = await records.fromService();
        await refresh();
        rulesChanged();
        return imported.ok && !copied.ok ? copied : imported;
      }),
  };
}

const itemsIn = (memories: readonly ContainerWithCounts[]) =>
  memories.reduce((sum, { documents, notes, facts }) => sum + documents + notes + facts, 0);

const nothingFailed = appError('memory.not-offered', 'There is nothing on this device to update.');
