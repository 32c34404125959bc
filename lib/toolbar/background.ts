import type { AppError } from '../contract/errors.ts';
import type { Result } from '../contract/result.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { showBadge } from '../browser/action.ts';
import type { UserAction } from '../browser/user-actions.ts';
import { openWelcome } from '../browser/surfaces.ts';
import { getTab } from '../browser/tabs.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';
import type { LiveItem, LiveSummary } from '../outbox/model.ts';
import { createSaveBadge } from './badge.ts';
import { createMenuKeeper } from './menus.ts';

type Order = { id: string; tabId: number; memoryId: string | null };
type Requested = Promise<Result<LiveItem, AppError>>;

export type ToolbarModuleOptions = {
  savesOf: (pageKey: string) => Promise<readonly LiveSummary[]>;
  saveTab: (
    order: Order & {
      kind: 'page' | 'note';
      frameId: number | null;
      selectionText: string | null;
    },
  ) => Requested;
  saveLink: (order: Order & { url: string; title: string | null; clickedOn: string }) => Requested;
  /** The person comments in the page; false if our script doesn't run there. */
  compose: (tabId: number, frameId: number | null) => Promise<boolean>;
  resumeOutbox: () => void;
  marksSaved: () => Promise<boolean>;
  connectionStatus: () => Promise<ConnectionStatus>;
  events: EventBus;
};

export function createToolbarModule(options: ToolbarModuleOptions) {
  const { events } = options;
  const badge = createSaveBadge(options.savesOf);
  const menus = createMenuKeeper();

  events.on('outbox.item-changed', 'badge', ({ item }) => badge.show(item));
  events.on('outbox.item-repeated', 'badge', ({ item }) => badge.show(item));
  events.on('outbox.item-removed', 'badge', async ({ item }) => {
    if (item !== null) await badge.clear(item);
  });
  events.on('connections.stored', 'badge', ({ before, after }) => badge.rename(before, after));
  events.on('connections.status-changed', 'menus', ({ connection }) => keepMenus(connection));

  function keepMenus({ kind }: ConnectionStatus): Promise<void> {
    return menus.keep(kind === 'device');
  }

  /** The badge shows the outcome. */
  async function save(action: UserAction): Promise<void> {
    // With highlighting on, the page asks for a comment and shows the outcome.
    const { tabId } = action;
    const isSelection = action.name === 'save-selection';
    if (isSelection && (await options.compose(tabId, action.frameId))) return undefined;
    const requested = await requestBy(action);
    if (requested.ok) return options.resumeOutbox();
    const { code, message } = requested.error;
    await showBadge(tabId, 'trouble', `Keepsake: ${message}`);
    if (code === 'connection.none' || code === 'connection.no-memory') await openWelcome();
  }

  async function requestBy(action: UserAction): Requested {
    const order = { id: crypto.randomUUID(), tabId: action.tabId, memoryId: null };
    if ('url' in action) {
      const { url, title } = action;
      const clickedOn = await identityIn(action.tabId);
      return options.saveLink({ ...order, url, title, clickedOn });
    }
    const kind = action.name === 'save-page' ? 'page' : 'note';
    return options.saveTab({
      ...order,
      kind,
      frameId: action.frameId,
      selectionText: action.said,
    });
  }

  return {
    save,
    async arrived(arrival: { tabId: number; url: string }): Promise<void> {
      if (await options.marksSaved()) await badge.arrive(arrival);
    },
    /** Browsers keep them until the next update. */
    makeMenus: async () => keepMenus(await options.connectionStatus()),
  };
}

/** A closed tab can't show the outcome. */
async function identityIn(tabId: number): Promise<string> {
  const tab = await getTab(tabId);
  return customIdOf({ url: tab?.url ?? '', canonicalLink: null });
}
