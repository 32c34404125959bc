import type { ContainerWithCounts } from '../contract/owner-api.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import type { OwnerClient } from '../memory-client/owner.ts';
import type { Handlers } from '../messaging/router.ts';
import type { LiveItem } from '../outbox/model.ts';
import type { binMessages } from './messages.ts';

export type BinModuleOptions = {
  isDeviceActive: () => Promise<boolean>;
  owner: Pick<OwnerClient, 'listBin' | 'restore' | 'emptyBin'>;
  /** Adds saves for a Memory's newest items, as many as its counts say. Returns the saves that were added. */
  adoptNewest: (newest: ContainerWithCounts) => AsyncResult<LiveItem[]>;
  /** Reads the Memories again and reports the change. */
  refresh: () => Promise<unknown>;
  /** Draws the highlight on open pages. */
  noteChanged: (item: LiveItem) => Promise<void>;
};

export function createBinModule(ports: BinModuleOptions) {
  const { isDeviceActive, owner, adoptNewest, refresh, noteChanged } = ports;

  async function restore({ id }: { id: string }): AsyncResult<Record<string, never>> {
    const restored = await owner.restore(id);
    if (!restored.ok) return restored;
    const adopted = await adoptNewest(restored.value);
    await refresh();
    if (!adopted.ok) return adopted;
    // One item per page is enough to draw all of the page's highlights.
    const pages = new Map(adopted.value.map((item) => [item.pageKey, item]));
    for (const item of pages.values()) await noteChanged(item);
    return ok({});
  }

  const handlers: Pick<Handlers, keyof typeof binMessages> = {
    'bin.list': async () => ((await isDeviceActive()) ? owner.listBin() : ok([])),
    'bin.restore': restore,
    'bin.empty': ({ confirm }) => owner.emptyBin(confirm),
  };
  return { handlers };
}
