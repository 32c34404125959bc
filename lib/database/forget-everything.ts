/** Deletes everything the extension keeps, except for the Memories of the device service. */
import { clearStorage } from '../browser/storage.ts';
import { clearAlarms } from '../browser/alarms.ts';
import { eraseDatabase, type KeepsakeDatabase } from './database.ts';

/** Deletes credentials and their key, the outbox, highlights, settings and all that lasts for a session; no alarm is left. */
export async function forgetEverything(database: () => Promise<KeepsakeDatabase>): Promise<void> {
  // Side by side: a page that holds the database puts off its deletion, and must not put off the rest.
  await Promise.all([eraseDatabase(database), clearStorage(), clearAlarms()]);
}
