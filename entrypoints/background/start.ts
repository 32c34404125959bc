/**
 * Starts the background. All listeners must be registered before anything is awaited, or the event that woke it is
 * lost.
 */
import { createAnnouncer } from '../../lib/messaging/events.ts';
import { createPageRouter } from '../../lib/messaging/page-router.ts';
import { createRouter, type RouterOptions } from '../../lib/messaging/router.ts';
import {
  batchAlarm,
  listenToAlarm,
  listenToOnline,
  stayAwake,
  workAlarm,
} from '../../lib/browser/alarms.ts';
import { closeStorageToPages } from '../../lib/browser/storage.ts';
import { listenToPermissions } from '../../lib/browser/permissions.ts';
import { trackNavigations } from '../../lib/browser/page-text.ts';
import { listenToInstall, listenToStartup, extensionIdentity } from '../../lib/browser/runtime.ts';
import { createLogger } from '../../lib/browser/logger.ts';
import { listenToMessages } from '../../lib/browser/message-listening.ts';
import { listenToCommands, listenToMenus } from '../../lib/browser/user-actions.ts';
import { openWelcome } from '../../lib/browser/surfaces.ts';
import { listenToArrivals, listenToClosedTabs } from '../../lib/browser/tabs.ts';
import { clearTransferFiles } from '../../lib/browser/transfer-files.ts';
import { compose } from './compose.ts';

export function start(): void {
  const log = createLogger('background');
  const background = compose({ log, announce: createAnnouncer() });
  const { batches, diagnostics, events, highlights, outbox, permissions, save, toolbar } =
    background;

  const run = (area: string, work: Promise<unknown>) =>
    void work.catch((cause: unknown) => log.warn(area, {}, cause));

  const { id: extensionId, origin: extensionOrigin } = extensionIdentity;
  const report: RouterOptions['report'] = ({ name, requestId, code, ms, error }, cause) => {
    if (error !== undefined) run('troubles', diagnostics.note(name, error));
    if (cause === undefined) log.debug('message', { name, requestId, code, ms });
    else log.warn('message', { name, requestId, code, ms }, cause);
  };
  const routing = { extensionId, now: Date.now, stayAwake, report };
  listenToMessages(createRouter(background.handlers, { ...routing, extensionOrigin }));
  const { pageHandlers, isAllowed } = highlights;
  listenToMessages(createPageRouter(pageHandlers, { ...routing, isAllowed }));

  listenToClosedTabs((tabId) => run('marks', highlights.forgetTab(tabId)));
  background.addressBar.listen();
  listenToCommands((action) => run('gesture', toolbar.perform(action)));
  listenToMenus((action) => run('gesture', toolbar.perform(action)));
  listenToArrivals((arrival) => run('badge', toolbar.arrived(arrival)));
  trackNavigations();
  listenToAlarm(workAlarm, outbox.resume);
  listenToAlarm(batchAlarm, batches.resume);
  listenToOnline(() => run('online', outbox.online()));
  listenToPermissions((change, what) => {
    // Must come first: subscribers of the event read the permissions, and wait for this write.
    run('permissions', permissions[change](what));
    void events.emit('permissions.changed', { change });
  });
  listenToStartup(() => {
    outbox.resume();
    void clearTransferFiles();
    run('previews', save.previews.removeAll());
  });
  listenToInstall((reason) => {
    run('menus', toolbar.makeMenus());
    if (reason !== 'install') return;
    void openWelcome();
    run('permissions', permissions.installed());
  });

  run('storage', closeStorageToPages());
  void stayAwake(background.connections.resumeConsent());
  run('marks', stayAwake(highlights.reconcileSites()));
  outbox.resume();
  batches.resume();
  run('previews', save.previews.removeOld());
}
