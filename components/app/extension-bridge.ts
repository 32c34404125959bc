import { createAsk } from '../../lib/messaging/client.ts';
import { createAnnouncer, onEvent } from '../../lib/messaging/events.ts';
import * as permissions from '../../lib/browser/permissions.ts';
import * as runtime from '../../lib/browser/runtime.ts';
import * as surfaces from '../../lib/browser/surfaces.ts';
import * as tabs from '../../lib/browser/tabs.ts';
import * as files from '../../lib/browser/transfer-files.ts';
import { sleep } from '../../lib/async/sleep.ts';
import type { Bridge } from './bridge.ts';

export function createExtensionBridge(): Bridge {
  const announce = createAnnouncer();
  const newId = () => crypto.randomUUID();
  return {
    abilities: {
      consent: runtime.hasApi('identity'),
      shortcuts: runtime.hasApi('commands'),
      bookmarks: runtime.canAskFor('bookmarks'),
    },
    ask: createAsk({ send: runtime.sendMessage, sleep, newId }),
    onEvent,
    activeTab: tabs.activeTab,
    onFrontPageChange: tabs.onFrontPageChange,
    openSidePanel: surfaces.openSidePanel,
    ownWindowId: runtime.ownWindowId,
    // Stored here rather than by the background: the popup closes before a sleeping background has woken up.
    async offerQuery(windowId, q) {
      await surfaces.offerQuery(windowId, q);
      announce({ event: 'panel.offered', windowId });
    },
    requestOrigins: permissions.requestOrigins,
    requestServices: permissions.requestServices,
    borrowOrigins: permissions.borrowOrigins,
    requestAccess: permissions.requestPermission,
    releaseAccess: permissions.releasePermission,
    openWelcome: surfaces.openWelcome,
    openSettings: surfaces.openSettings,
    files: {
      put: files.putTransferFile,
      get: files.getTransferFile,
      remove: files.removeTransferFile,
      hold: files.holdTransferFiles,
      watch: files.watchTransfer,
      clear: files.clearTransferFiles,
      download: files.downloadFile,
    },
    shortcuts: surfaces.shortcuts,
    openShortcutSettings: surfaces.openShortcutSettings,
    closeWindow: () => window.close(),
    version: runtime.extensionIdentity.version,
    newId,
    now: Date.now,
  };
}
