/** What goes on by itself: work that is stored, and what had paused once its reason is gone. */
import type { createOwnership } from '../../lib/features/connections/ownership.ts';
import type { createHome } from '../../lib/features/home/home.ts';
import type { createOutbox } from '../../lib/features/outbox/outbox.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { stayAwake } from '../../lib/platform/wake.ts';
import type { createBatching } from './batching.ts';
import type { createConnecting } from './connecting.ts';
import type { createHighlighting } from './highlighting.ts';

export type GoingOnParts = {
  settings: SettingsStore;
  outbox: ReturnType<typeof createOutbox>;
  ownership: ReturnType<typeof createOwnership>;
  batches: ReturnType<typeof createBatching>;
  home: ReturnType<typeof createHome>;
  connecting: ReturnType<typeof createConnecting>;
  highlighting: ReturnType<typeof createHighlighting>;
  tellOfHomes: () => void;
  log: Logger;
};

export function createGoingOn(parts: GoingOnParts) {
  const { settings, outbox, ownership, batches, home } = parts;
  const { connecting, highlighting, tellOfHomes, log } = parts;

  /** What had paused for want of a credential goes on. */
  async function goOn(connectionId: string): Promise<void> {
    for (const id of await ownership.paused(connectionId)) await outbox.retry(id, null);
    await batches.goOn(connectionId);
    work();
  }

  /** Asks for the Memories of the home in use, for which nobody waits. */
  function listInPassing(): void {
    stayAwake(home.listMemories()).catch((cause: unknown) => log.warn('memories.list', {}, cause));
  }

  /** The browser's permissions changed: surfaces tell it, and what paused for want of one goes on. */
  async function permitted(change: 'added' | 'removed'): Promise<void> {
    connecting.forgetPermissions();
    tellOfHomes();
    await highlighting.sites.reconcile();
    if (change === 'removed') return;
    for (const { connection } of (await settings.read()).homes) await goOn(connection.id);
  }

  /** Carries on with whatever the outbox holds; safe to call at any time. */
  function work(): void {
    stayAwake(outbox.resume()).catch((cause: unknown) => log.warn('outbox.resume', {}, cause));
  }

  /** Carries on with what is saved many at once, as far as it was not handed to the outbox; safe to call at any time. */
  function workOnBatches(): void {
    stayAwake(batches.work()).catch((cause: unknown) => log.warn('batches.work', {}, cause));
  }

  /** What waited for the network alone does not wait any longer. */
  async function online(): Promise<void> {
    await outbox.online();
    work();
  }

  /** A home answers again: what waited for it alone does not wait any longer. */
  async function reachedAgain(connectionId: string, askedAt: number): Promise<void> {
    await outbox.reachedAgain(connectionId, askedAt);
    work();
  }

  return { goOn, permitted, listInPassing, online, reachedAgain, work, workOnBatches };
}
