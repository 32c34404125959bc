/** Keeps the context menu in step with the active connection. */
import { t } from '../i18n/i18n.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { createMenus } from '../browser/user-actions.ts';

const titles = {
  'save-page': t('menus_savePage'),
  'save-selection': t('menus_saveSelection'),
  'save-link': t('menus_saveLink'),
  'save-image': t('menus_saveImage'),
};

/** Makes the keeper of the context menu. `make` replaces the whole menu. */
export function createMenuKeeper(make: typeof createMenus = createMenus) {
  // In order: two runs at once would add every entry twice.
  const enqueue = serialQueue();
  let shown: boolean | null = null;

  /** `isOnDevice` says whether the active connection is the device service, which reads the links it is sent itself. */
  function keep(isOnDevice: boolean): Promise<void> {
    return enqueue(async () => {
      if (isOnDevice === shown) return;
      // Unknown until it is done, so that the next change tries again after a failure.
      shown = null;
      await make(titles, { readsHere: isOnDevice });
      shown = isOnDevice;
    });
  }

  return { keep };
}
