/** The background's composition root: builds every part, then registers every listener before anything is awaited. */
import { createAnnouncer } from '../../lib/messaging/events.ts';
import { createPageRouter } from '../../lib/messaging/page-router.ts';
import { createRouter, type RouterOptions } from '../../lib/messaging/router.ts';
import { createLogger } from '../../lib/platform/logger.ts';
import { extensionIdentity } from '../../lib/platform/message-bus.ts';
import { listenToMessages } from '../../lib/platform/message-listening.ts';
import {
  type Gesture,
  listenToCommands,
  listenToMenus,
} from '../../lib/platform/person-actions.ts';
import { listenToBatchWakes } from '../../lib/platform/batch-wake.ts';
import { listenToInstall, listenToStartup } from '../../lib/platform/lifecycle.ts';
import { listenToOnline } from '../../lib/platform/network.ts';
import { listenToPermissions } from '../../lib/platform/origin-permission.ts';
import { listenToClosedTabs } from '../../lib/platform/shown-tab-store.ts';
import { openWelcome } from '../../lib/platform/surfaces.ts';
import { listenToArrivals } from '../../lib/platform/tab-arrivals.ts';
import { clearTransferFiles } from '../../lib/platform/transfer-files.ts';
import { listenToWakes, stayAwake } from '../../lib/platform/wake.ts';
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
  const report: RouterOptions['report'] = ({ name, requestId, code, ms }, cause) => {
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
  listenToCommands(save);
  listenToMenus(save);
  listenToArrivals((arrival) => {
    parts.badge.arrive(arrival).catch((cause: unknown) => log.warn('badge', {}, cause));
  });
  listenToWakes(parts.work);
  listenToBatchWakes(parts.workOnBatches);
  listenToOnline(() => {
    parts.online().catch((cause: unknown) => log.warn('online', {}, cause));
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
    if (reason === 'install') void openWelcome();
  });
  void stayAwake(parts.connecting.readOnly.resume());
  stayAwake(sites.reconcile()).catch((cause: unknown) => log.warn('marks', {}, cause));
  parts.work();
  parts.workOnBatches();
  parts.capturing.previews.removeOld().catch((cause: unknown) => log.warn('previews', {}, cause));
}
