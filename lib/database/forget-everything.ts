import { clearStorage } from '../browser/storage.ts';
import { clearAlarms } from '../browser/alarms.ts';
import { eraseDatabase, type KeepsakeDatabase } from './database.ts';

/** Removes everything except the Memories of the device service. */
export async function forgetEverything(database: () => Promise<KeepsakeDatabase>): Promise<void> {
  // In parallel, because a page that keeps the database open delays only its deletion.
  await Promise.all([eraseDatabase(database), clearStorage(), clearAlarms()]);
}
