/** The person's word to keep the page or the selection of a tab: puts it into the outbox, whoever asked. */
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import type { AppError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import { err, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import { activeHome } from '../../core/connections/connections.ts';
import type { KeptItem } from '../../core/outbox/view.ts';

export type SavePorts = {
  readSettings: () => Promise<Settings>;
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  /** Fails with `storage.full` where there is no room for another. */
  request: (item: KeptItem) => Promise<Result<KeptItem, AppError>>;
  now: () => number;
};

export type SaveOrder = {
  /** Chosen where the person clicked; the same id is the same save. */
  id: string;
  kind: 'page' | 'note';
  tabId: number;
  /** The frame the selection is in; null for the page itself. */
  frameId: number | null;
  /** Null for the Memory chosen last. */
  memoryId: string | null;
};

/** Gives the item as written; reading and sending follow from there. */
export async function requestSave(
  order: SaveOrder,
  { readSettings, getTab, request, now }: SavePorts,
): Promise<Result<KeptItem, AppError>> {
  const home = activeHome(await readSettings());
  if (home === null) return err(noHome);
  const { connection, memories, chosenMemoryId } = home;
  if (connection.kind === 'read-only') return err(onlyReads);
  const container = memories.find(({ id }) => id === (order.memoryId ?? chosenMemoryId));
  if (container === undefined) return err(noMemory);
  const tab = await getTab(order.tabId);
  if (tab === null) return err(tabGone);
  const item: KeptItem = {
    id: order.id,
    kind: order.kind,
    connectionId: connection.id,
    container,
    source: {
      url: tab.url,
      title: shortTitle(tab.title),
      tabId: order.tabId,
      frameId: order.frameId,
    },
    pageKey: customIdOf({ url: tab.url, canonicalLink: null }),
    customId: null,
    material: null,
    createdAt: now(),
    updatedAt: now(),
    state: { status: 'requested' },
  };
  return request(item);
}

/** A page may write a title of any length, and it is shown and kept with its row. */
function shortTitle(title: string): string {
  return title.slice(0, serviceLimits.titleLength).toWellFormed();
}

const noHome: AppError = {
  code: 'home.none',
  message: 'Choose where your memory lives before you save.',
  retryable: false,
};

const onlyReads: AppError = {
  code: 'memory.not-offered',
  message: 'You consented to reading alone, so nothing can be saved to this memory.',
  retryable: false,
};

const noMemory: AppError = {
  code: 'home.no-memory',
  message: 'Create a Memory to save to first.',
  retryable: false,
};

const tabGone: AppError = {
  code: 'page.gone',
  message: 'The tab was closed before it could be saved.',
  retryable: false,
};
