import { serviceLimits } from '../contract/limits.ts';
import type { AsyncResult } from '../contract/result.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import { showBadge } from '../browser/action.ts';
import type { SaveAction, SelectionSearch, UserAction } from '../browser/user-actions.ts';
import { openWelcome } from '../browser/surfaces.ts';
import { getTab } from '../browser/tabs.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';
import type { LiveItem, LiveSummary } from '../outbox/model.ts';
import { tidyQuery } from '../search/model.ts';
import { cutBetweenWords } from '../text/cut-text.ts';
import { createSaveBadge } from './badge.ts';
import { createMenuKeeper } from './menus.ts';

type Order = { id: string; tabId: number; memoryId: string | null };
type Requested = AsyncResult<LiveItem>;

export type ToolbarModuleOptions = {
  savesOf: (pageKey: string) => Promise<readonly LiveSummary[]>;
  saveTab: (
    order: Order & {
      kind: 'page' | 'note';
      frameId: number | null;
      selectionText: string | null;
      isUnseen: boolean;
    },
  ) => Requested;
  saveLink: (order: Order & { url: string; title: string | null; clickedOn: string }) => Requested;
  /** Lets the person write a comment in the page. Returns false if our script doesn't run there. */
  compose: (tabId: number, frameId: number | null) => Promise<boolean>;
  /** Must be called synchronously, or the side panel doesn't open. */
  showSearch: (q: string, windowId: number) => Promise<void>;
  resumeOutbox: () => void;
  marksSaved: () => Promise<boolean>;
  connectionStatus: () => Promise<ConnectionStatus>;
  activeConnection: () => Promise<string>;
  events: EventBus;
};

export function createToolbarModule(options: ToolbarModuleOptions) {
  const { events } = options;
  const badge = createSaveBadge({
    savesOf: options.savesOf,
    activeConnection: options.activeConnection,
  });
  const menus = createMenuKeeper();

  events.on('outbox.item-changed', 'badge', ({ item }) => badge.show(item));
  events.on('outbox.item-repeated', 'badge', ({ item }) => badge.show(item));
  events.on('outbox.item-removed', 'badge', async ({ item }) => {
    if (item !== null) await badge.clear(item);
  });
  events.on('connections.stored', 'badge', async ({ before, after }) => {
    await badge.rename(before, after);
    if (before.activeId !== after.activeId)
      await badge.switchConnection(await options.marksSaved());
  });
  events.on('connections.status-changed', 'menus', ({ connection }) => keepMenus(connection));

  function keepMenus({ kind }: ConnectionStatus): Promise<void> {
    return menus.keep(kind === 'device');
  }

  /** Performs a save, and shows its outcome in the badge. */
  async function save(action: SaveAction): Promise<void> {
    // With highlighting on, the page shows the comment box and the outcome.
    const { tabId } = action;
    const isSelection = action.name === 'save-selection';
    if (isSelection && (await options.compose(tabId, action.frameId))) return undefined;
    const requested = await requestBy(action);
    if (requested.ok) return options.resumeOutbox();
    const { code, message } = requested.error;
    await showBadge(tabId, 'trouble', `Keepsake: ${message}`);
    if (code === 'connection.none' || code === 'connection.no-memory') await openWelcome();
  }

  async function requestBy(action: SaveAction): Requested {
    const order = { id: crypto.randomUUID(), tabId: action.tabId, memoryId: null };
    if ('url' in action) {
      const { url, title } = action;
      // The id is empty for a closed tab, which can't show the outcome.
      const clickedOn = pageKeyOf((await getTab(action.tabId))?.url ?? '');
      return options.saveLink({ ...order, url, title, clickedOn });
    }
    // Nobody looked at a preview, so an error page is refused, and the badge shows why.
    const kind = action.name === 'save-page' ? 'page' : 'note';
    return options.saveTab({
      ...order,
      kind,
      frameId: action.frameId,
      selectionText: action.said,
      isUnseen: true,
    });
  }

  function search({ selection, windowId }: SelectionSearch): Promise<void> {
    const q = cutBetweenWords(tidyQuery(selection), serviceLimits.queryLength);
    return options.showSearch(q, windowId);
  }

  return {
    perform: (action: UserAction): Promise<void> =>
      action.name === 'search-selection' ? search(action) : save(action),
    async arrived(arrival: { tabId: number; url: string }): Promise<void> {
      if (await options.marksSaved()) await badge.arrive(arrival);
    },
    /** Browsers keep menus until the extension is updated. */
    makeMenus: async () => keepMenus(await options.connectionStatus()),
  };
}
