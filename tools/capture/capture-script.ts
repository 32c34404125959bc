/** Gives the script that the extension injects into a page, built from the sources as they are now. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const built = '.output/chrome-mv3/capture-page.js';
const sources = ['entrypoints', 'lib', 'package-lock.json', 'tools/build', 'wxt.config.ts'];

/** Gives its text; builds the extension first where that is missing or older than its sources. Throws if that fails. */
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

/** Quietly: what is printed belongs to the pages. */
function build(): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build:chromium'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The extension could not be built.\n${stdout}${stderr}`);
}
