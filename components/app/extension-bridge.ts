import { createAsk } from '../../lib/messaging/client.ts';
import { createAnnouncer, onEvent } from '../../lib/messaging/events.ts';
import {
  canAskFor,
  hasApi,
  extensionIdentity,
  ownWindowId,
  sendMessage,
} from '../../lib/browser/runtime.ts';
import { activeTab, onFrontPageChange } from '../../lib/browser/tabs.ts';
import {
  offerQuery,
  openSettings,
  openShortcutSettings,
  openSidePanel,
  openWelcome,
  shortcuts,
} from '../../lib/browser/surfaces.ts';
import {
  borrowOrigins,
  releasePermission,
  requestOrigins,
  requestPermission,
  requestServices,
} from '../../lib/browser/permissions.ts';
import { sleep } from '../../lib/async/sleep.ts';
import {
  clearTransferFiles,
  downloadFile,
  getTransferFile,
  holdTransferFiles,
  putTransferFile,
  removeTransferFile,
} from '../../lib/browser/transfer-files.ts';
import type { Bridge } from './bridge.ts';

export function createExtensionBridge(): Bridge {
  const announce = createAnnouncer();
  return {
    abilities: {
      consent: hasApi('identity'),
      shortcuts: hasApi('commands'),
      bookmarks: canAskFor('bookmarks'),
    },
    ask: createAsk({ send: sendMessage, sleep, newId }),
    onEvent,
    activeTab,
    onFrontPageChange,
    openSidePanel,
    ownWindowId,
    // Stored directly: the popup closes before a sleeping background wakes up.
    async offerQuery(windowId, q) {
      await offerQuery(windowId, q);
      announce({ event: 'panel.offered', windowId });
    },
    requestOrigins,
    requestServices,
    borrowOrigins,
    requestAccess: requestPermission,
    releaseAccess: releasePermission,
    openWelcome,
    openSettings,
    files: {
      put: putTransferFile,
      get: getTransferFile,
      remove: removeTransferFile,
      hold: holdTransferFiles,
      clear: clearTransferFiles,
      download: downloadFile,
    },
    shortcuts,
    openShortcutSettings,
    closeWindow: () => window.close(),
    version: extensionIdentity.version,
    newId,
    now: Date.now,
  };
}

function newId(): string {
  return crypto.randomUUID();
}
