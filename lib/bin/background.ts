import type { AppError } from '../contract/errors.ts';
import type { BinEntry, ContainerWithCounts } from '../contract/owner-api.ts';
import { ok, type Result } from '../contract/result.ts';
import type { OwnerClient } from '../memory-client/owner.ts';
import type { Handlers } from '../messaging/router.ts';
import type { LiveItem } from '../outbox/model.ts';
import type { binMessages } from './messages.ts';

export type BinModuleOptions = {
  isDeviceActive: () => Promise<boolean>;
  owner: Pick<OwnerClient, 'listBin' | 'restore' | 'emptyBin'>;
  /** Adds the newest saves of a Memory, as many as it counts, and returns those that weren't known. */
  adoptNewest: (newest: ContainerWithCounts) => Promise<Result<LiveItem[], AppError>>;
  /** Reads the Memories again and reports the change. */
  refresh: () => Promise<unknown>;
  /** Draws the highlight on open pages. */
  noteChanged: (item: LiveItem) => Promise<void>;
};

type BinHandlers = Pick<Handlers, keyof typeof binMessages>;

export function createBinModule(ports: BinModuleOptions): { handlers: BinHandlers } {
  const { isDeviceActive, owner, adoptNewest, refresh, noteChanged } = ports;

  async function list(): Promise<Result<BinEntry[], AppError>> {
    const entries: BinEntry[] = [];
    let cursor: string | null = null;
    if (!(await isDeviceActive())) return ok(entries);
    do {
      const page: Awaited<ReturnType<OwnerClient['listBin']>> = await owner.listBin(cursor);
      if (!page.ok) return page;
      entries.push(...page.value.entries);
      cursor = page.value.next_cursor;
    } while (cursor !== null);
    return ok(entries);
  }

  async function restore(id: string): Promise<Result<Record<string, never>, AppError>> {
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

  return {
    handlers: {
      'bin.list': list,
      'bin.restore': ({ id }) => restore(id),
      'bin.empty': ({ confirm }) => owner.emptyBin(confirm),
    },
  };
}
