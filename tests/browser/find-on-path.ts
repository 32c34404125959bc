import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the first of `names` that is an executable file in a PATH folder. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
    .find(isExecutable);
}

/**
 * Returns the browser named by an environment variable. A wrong path is an error: whoever set the
 * variable wants that browser tested, and a silent fallback would test another one.
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
    return false; // missing and not executable are treated alike
  }
}
