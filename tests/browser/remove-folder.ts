import { rm } from 'node:fs/promises';

/** Deletes a folder that a browser has used, even if one of its processes still writes to it after the browser has quit. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
