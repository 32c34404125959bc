/** Puts one entry of a batch into the outbox, under its own id: done twice, it is there once. */
import type { Batch, BatchEntry } from '../../contracts/batches.ts';
import type { AppError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { settled } from '../../core/batch/settle.ts';
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import { linkMaterial } from '../../core/outbox/link-material.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { tabGone, tabLeft } from './batch-errors.ts';
import type { BatchPorts } from './ports.ts';

export type HandOverPorts = Pick<BatchPorts, 'store' | 'outbox' | 'getTab' | 'now'>;

/** Says whether it is under way now. Fails where the outbox takes nothing in just now; the entry waits on then. */
export async function handOver(
  entry: BatchEntry,
  batch: Batch,
  ports: HandOverPorts,
): Promise<Result<boolean, AppError>> {
  const { store, outbox } = ports;
  let row = await outbox.get(entry.id);
  if (row === null) {
    const made = await itemOf(entry, batch, ports);
    if (!made.ok) {
      await store.change(entry.id, (before) => ({
        ...before,
        status: 'refused',
        error: made.error,
      }));
      return ok(false);
    }
    const requested = await outbox.request(made.value);
    if (!requested.ok) return requested;
    row = requested.value;
  }
  const after = settled(entry, row, batch);
  await store.change(entry.id, (before) => settled(before, row, batch));
  return ok(after.status === 'handed');
}

async function itemOf(
  { id, url, title, tabId }: BatchEntry,
  { connectionId, container }: Batch,
  { getTab, now }: HandOverPorts,
): Promise<Result<KeptItem, AppError>> {
  const common = {
    id,
    connectionId,
    container,
    source: { url, title, tabId, frameId: null },
    pageKey: customIdOf({ url, canonicalLink: null }),
    createdAt: now(),
    updatedAt: now(),
  };
  if (tabId === null) {
    const material = linkMaterial({ url, title, now: now() });
    if (!material.ok) return material;
    const customId = 'customId' in material.value ? material.value.customId : null;
    return ok({
      ...common,
      kind: 'link',
      customId,
      material: material.value,
      state: { status: 'captured' },
    });
  }
  const tab = await getTab(tabId);
  if (tab === null) return err(tabGone);
  // An address that is not to be seen is no other one: reading the page will tell.
  const hasLeft =
    tab.url !== '' && customIdOf({ url: tab.url, canonicalLink: null }) !== common.pageKey;
  if (hasLeft) return err(tabLeft);
  return ok({
    ...common,
    kind: 'page',
    isUnseen: true,
    customId: null,
    material: null,
    state: { status: 'requested' },
  });
}
