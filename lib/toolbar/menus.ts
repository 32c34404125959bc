import { t } from '../i18n/i18n.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { createMenus } from '../browser/user-actions.ts';

const titles = {
  'save-page': t('menus_savePage'),
  'save-selection': t('menus_saveSelection'),
  'search-selection': t('menus_searchSelection'),
  'save-link': t('menus_saveLink'),
  'save-image': t('menus_saveImage'),
};

/** `make` replaces the whole menu. */
export function createMenuKeeper(make: typeof createMenus = createMenus) {
  // Serialized, because two concurrent runs would add every entry twice.
  const enqueue = serialQueue();
  let shown: boolean | null = null;

  /** `isOnDevice` is true if the device service is active, which reads links itself. */
  function keep(isOnDevice: boolean): Promise<void> {
    return enqueue(async () => {
      if (isOnDevice === shown) return;
      // Unknown until done, so that a failed attempt is repeated at the next change.
      shown = null;
      await make(titles, { readsHere: isOnDevice });
      shown = isOnDevice;
    });
  }

  return { keep };
}
