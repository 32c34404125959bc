import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of `names` that is an executable file in one of PATH's folders. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
    .find(isExecutable);
}

/**
 * The browser named by an environment variable.
 *
 * A variable that names nothing is an error, not a reason to look elsewhere: whoever set it wants
 * that browser tested, and a silent fallback would test another one.
 */
export function fromEnvironment(variable: string): string | undefined {
  const path = process.env[variable];
  if (!path) return undefined;
  if (!existsSync(path))
    throw new Error(`${variable} is set to ${path}, but there is no such file.`);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent and not executable are the same answer here
  }
}
