/** Builds the script that the extension injects into a page from the current sources. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const built = '.output/chrome-mv3/capture-page.js';
const sources = ['entrypoints', 'lib', 'package-lock.json', 'tools/build', 'wxt.config.ts'];

/**
 * Returns the script; builds the extension first if the build is missing or outdated. Throws if
 * that fails.
 */
export function captureScript(): string {
  if (!existsSync(built) || statSync(built).mtimeMs < newest(sources)) build();
  return readFileSync(built, 'utf8');
}

function newest(paths: readonly string[]): number {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((below) => join(path, below))
      : [path],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** Builds the extension without output, because stdout is for the captured pages. */
function build(): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build:chromium'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The extension could not be built.\n${stdout}${stderr}`);
}
