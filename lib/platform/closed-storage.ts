/** What is stored stays with the extension's own pages. */
import { browser } from 'wxt/browser';

/**
 * Closes `storage.local` to the extension's scripts in web pages, which read nothing there: a page's process that was
 * taken over would find the names of Memories and the searches in it. Firefox has no such word.
 */
export async function closeStorageToPages(): Promise<void> {
  const { local } = browser.storage;
  if ('setAccessLevel' in local) await local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}
