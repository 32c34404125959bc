import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of the first of `names` that is an executable file in a PATH folder or in `/usr/sbin`. */
export function findOnPath(names: readonly string[]): string | undefined {
  // On Debian, only root's PATH contains the folder of servers.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/sbin'];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
    .find(isExecutable);
}

/**
 * Returns the browser named by an environment variable. Throws if the path is wrong, because a fallback would silently
 * test another browser.
 */
export function fromEnvironment(variable: string): string | undefined {
  const path = process.env[variable];
  if (!path) return undefined;
  if (!existsSync(path))
    throw new Error(`${variable} is set to ${path}, but that file doesn’t exist.`);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // missing or not executable
  }
}
