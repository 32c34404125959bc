/** Many saved at once. */
import type { batchMessages } from '../../lib/contracts/batch-messages.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { err, ok } from '../../lib/contracts/result.ts';
import { foldersOf } from '../../lib/core/batch/bookmark-tree.ts';
import { tabChoices } from '../../lib/features/batch/choices.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { allBookmarks } from '../../lib/platform/bookmarks.ts';
import { createOriginPermissions } from '../../lib/platform/origin-permission.ts';
import { tabsOfWindow } from '../../lib/platform/window-tabs.ts';
import type { Parts } from './parts.ts';

type BatchHandlers = Pick<Handlers, keyof typeof batchMessages>;

export function createBatchHandlers({ batches, store }: Parts): BatchHandlers {
  return {
    'batches.tabs': async ({ windowId }) => {
      const tabs = await tabsOfWindow(windowId);
      if (!tabs.ok) return err(notPermitted);
      const { isGranted } = createOriginPermissions('read');
      const ports = { savesOf: store.ofPage, isOriginAllowed: isGranted };
      return ok({ tabs: await tabChoices(tabs.value, ports) });
    },
    'batches.folders': async () => {
      const root = await allBookmarks();
      return root.ok ? ok({ folders: foldersOf(root.value) }) : err(notPermitted);
    },
    'batches.start': (order) => batches.start(order),
    'batches.list': async () => ok({ batches: await batches.list() }),
    'batches.pause': ({ id }) => batches.pause(id),
    'batches.resume': ({ id }) => batches.resume(id),
    'batches.again': (order) => batches.again(order),
    'batches.link': (order) => batches.link(order),
    'batches.cancel': ({ id }) => batches.cancel(id),
    'batches.dismiss': ({ id }) => batches.dismiss(id),
  };
}

const notPermitted: AppError = {
  code: 'message.refused',
  message: 'The browser was not allowed to show this.',
  retryable: false,
};
