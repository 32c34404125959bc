/** Keeps the context menu as the home in use needs it. */
import { t } from '../../lib/language/text.ts';
import { createMenus } from '../../lib/platform/person-actions.ts';

const titles = {
  'save-page': t('menus_savePage'),
  'save-selection': t('menus_saveSelection'),
  'save-link': t('menus_saveLink'),
  'save-image': t('menus_saveImage'),
};

export type MenuKeeper = ReturnType<typeof createMenuKeeper>;

export function createMenuKeeper() {
  let last: Promise<void> = Promise.resolve();
  let readsHere: boolean | null = null;

  /** `isOnDevice` where the home in use is on this device, which reads the links it is sent itself. */
  function keep(isOnDevice: boolean): Promise<void> {
    if (isOnDevice === readsHere) return last;
    readsHere = isOnDevice;
    // One after another: entries of two makings at once would be there twice.
    last = last.then(() => createMenus(titles, { readsHere: isOnDevice }));
    return last;
  }

  return { keep };
}
