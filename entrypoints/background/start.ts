/** The background's composition root: builds every part, then registers every listener before anything is awaited. */
import { createAnnouncer } from '../../lib/messaging/events.ts';
import { createPageRouter } from '../../lib/messaging/page-router.ts';
import { createRouter, type RouterOptions } from '../../lib/messaging/router.ts';
import { closeStorageToPages } from '../../lib/platform/closed-storage.ts';
import { createLogger } from '../../lib/platform/logger.ts';
import { extensionIdentity } from '../../lib/platform/message-bus.ts';
import { listenToMessages } from '../../lib/platform/message-listening.ts';
import {
  type Gesture,
  listenToCommands,
  listenToMenus,
} from '../../lib/platform/person-actions.ts';
import { listenToBatchWakes } from '../../lib/platform/batch-wake.ts';
import { listenToMoves } from '../../lib/platform/late-text.ts';
import { listenToInstall, listenToStartup } from '../../lib/platform/lifecycle.ts';
import { listenToOnline } from '../../lib/platform/network.ts';
import { listenToGrants } from '../../lib/platform/granted-permissions.ts';
import { listenToPermissions } from '../../lib/platform/origin-permission.ts';
import { listenToClosedTabs } from '../../lib/platform/shown-tab-store.ts';
import { openWelcome } from '../../lib/platform/surfaces.ts';
import { listenToArrivals } from '../../lib/platform/tab-arrivals.ts';
import { clearTransferFiles } from '../../lib/platform/transfer-files.ts';
import { listenToWakes, stayAwake } from '../../lib/platform/wake.ts';
import { listenInAddressBar } from './address-bar.ts';
import { createHandlers } from './handlers.ts';
import { createMenuKeeper } from './menus.ts';
import { createParts } from './parts.ts';
import { saveByGesture } from './gestures.ts';

export function start(): void {
  const log = createLogger('background');
  const menus = createMenuKeeper();
  const tell = createAnnouncer();
  const parts = createParts({
    log,
    announce: (event) => {
      tell(event);
      if (event.event !== 'home.changed') return;
      menus
        .keep(event.home.kind === 'device')
        .catch((cause: unknown) => log.warn('menus', {}, cause));
    },
  });

  const { id: extensionId, origin: extensionOrigin } = extensionIdentity;
  const report: RouterOptions['report'] = ({ name, requestId, code, ms, error }, cause) => {
    if (error !== undefined) {
      const { diagnostics } = parts.settling;
      diagnostics.note(name, error).catch((failure: unknown) => log.warn('troubles', {}, failure));
    }
    if (cause === undefined) log.debug('message', { name, requestId, code, ms });
    else log.warn('message', { name, requestId, code, ms }, cause);
  };
  const routing = { extensionId, now: Date.now, stayAwake, report };
  listenToMessages(createRouter(createHandlers(parts), { ...routing, extensionOrigin }));
  const { pageHandlers, sites, tabs } = parts.highlighting;
  listenToMessages(createPageRouter(pageHandlers, { ...routing, isAllowed: sites.admits }));
  listenToClosedTabs((tabId) => {
    tabs.remove(tabId).catch((cause: unknown) => log.warn('marks', {}, cause));
  });
  const save = (gesture: Gesture) => {
    saveByGesture(gesture, parts).catch((cause: unknown) => log.warn('gesture', {}, cause));
  };
  listenInAddressBar(parts, { announce: tell, log });
  listenToCommands(save);
  listenToMenus(save);
  listenToArrivals((arrival) => {
    markSaved(arrival).catch((cause: unknown) => log.warn('badge', {}, cause));
  });
  listenToMoves();
  listenToWakes(parts.work);
  listenToBatchWakes(parts.workOnBatches);
  listenToOnline(() => {
    parts.online().catch((cause: unknown) => log.warn('online', {}, cause));
  });
  // Before those who then ask for the list: it waits for what is being noted.
  listenToGrants((change, what) => {
    const { permissions } = parts.settling;
    permissions[change](what).catch((cause: unknown) => log.warn('permissions', {}, cause));
  });
  listenToPermissions((change) => {
    parts.permitted(change).catch((cause: unknown) => log.warn('permissions', {}, cause));
  });
  listenToStartup(parts.work);
  listenToStartup(() => void clearTransferFiles());
  listenToStartup(() => {
    const { removeAll } = parts.capturing.previews;
    removeAll().catch((cause: unknown) => log.warn('previews', {}, cause));
  });
  listenToInstall((reason) => {
    parts.home.status().then(
      ({ kind }) => menus.keep(kind === 'device'),
      (cause: unknown) => log.warn('menus', {}, cause),
    );
    if (reason !== 'install') return;
    void openWelcome();
    const { permissions } = parts.settling;
    permissions.installed().catch((cause: unknown) => log.warn('permissions', {}, cause));
  });
  async function markSaved(arrival: Parameters<typeof parts.badge.arrive>[0]): Promise<void> {
    if ((await parts.settings.options()).marksSaved) await parts.badge.arrive(arrival);
  }

  closeStorageToPages().catch((cause: unknown) => log.warn('storage', {}, cause));
  void stayAwake(parts.connecting.readOnly.resume());
  stayAwake(sites.reconcile()).catch((cause: unknown) => log.warn('marks', {}, cause));
  parts.work();
  parts.workOnBatches();
  parts.capturing.previews.removeOld().catch((cause: unknown) => log.warn('previews', {}, cause));
}
