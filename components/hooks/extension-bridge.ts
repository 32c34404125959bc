/** The bridge of the extension itself. */
import { createAsk } from '../../lib/messaging/client.ts';
import { createAnnouncer, onEvent } from '../../lib/messaging/events.ts';
import { canAskFor, hasApi } from '../../lib/platform/abilities.ts';
import { releaseBookmarks, requestBookmarks } from '../../lib/platform/bookmarks.ts';
import { onFrontPageChange } from '../../lib/platform/front-page.ts';
import { extensionIdentity, sendMessage } from '../../lib/platform/message-bus.ts';
import { offerQuery } from '../../lib/platform/offered-query.ts';
import {
  borrowOrigins,
  requestOrigins,
  requestServices,
} from '../../lib/platform/origin-permission.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import {
  activeTab,
  openSettings,
  openShortcutSettings,
  openSidePanel,
  openWelcome,
  ownWindowId,
  shortcuts,
} from '../../lib/platform/surfaces.ts';
import {
  clearTransferFiles,
  downloadFile,
  getTransferFile,
  holdTransferFiles,
  putTransferFile,
  removeTransferFile,
} from '../../lib/platform/transfer-files.ts';
import { releaseTabs, requestTabs } from '../../lib/platform/window-tabs.ts';
import type { Bridge } from './bridge.ts';

/** Makes the bridge that every surface of the extension is given. */
export function createExtensionBridge(): Bridge {
  const announce = createAnnouncer();
  return {
    abilities: {
      consent: hasApi('identity'),
      shortcuts: hasApi('commands'),
      bookmarks: canAskFor('bookmarks'),
    },
    ask: createAsk({
      send: sendMessage,
      sleep,
      newId,
    }),
    onEvent,
    activeTab,
    onFrontPageChange,
    openSidePanel,
    ownWindowId,
    // Stored from here and not by way of the background: the popup is gone before a sleeping one would hear it.
    async offerQuery(windowId, q) {
      await offerQuery(windowId, q);
      announce({ event: 'panel.offered', windowId });
    },
    requestOrigins,
    requestServices,
    borrowOrigins,
    requestAccess: (access) => (access === 'tabs' ? requestTabs() : requestBookmarks()),
    releaseAccess: (access) => (access === 'tabs' ? releaseTabs() : releaseBookmarks()),
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
