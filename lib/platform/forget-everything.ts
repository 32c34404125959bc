/** Forgets everything of the person's that the extension keeps, the Memories of the home on this device excepted. */
import { browser } from 'wxt/browser';
import { eraseDatabase, type KeepsakeDatabase } from './database.ts';

/** Deletes credentials and their key, the outbox, highlights, settings and all that lasts for a session; no alarm is left. */
export async function forgetEverything(database: () => Promise<KeepsakeDatabase>): Promise<void> {
  // Side by side: a page that holds the database puts off its deletion, and must not put off the rest.
  await Promise.all([
    eraseDatabase(database),
    browser.storage.session.clear(),
    browser.storage.local.clear(),
    browser.alarms.clearAll(),
  ]);
}
