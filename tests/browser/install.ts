import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

import { findOnPath } from './find-on-path.ts';

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/**
 * Installs a browser with Playwright's installer and returns whether that worked. Downloads the browser before the
 * system libraries, so without access to the download server it fails within seconds and changes nothing.
 */
export async function installWithPlaywright(browser: 'chromium'): Promise<boolean> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const playwright = (...args: string[]) => run(process.execPath, [cli, ...args]);

  say(`No ${browser} found; trying "npx playwright install ${browser}".`);
  if (!(await playwright('install', '--no-shell', browser))) {
    say(`Playwright could not install ${browser}.`);
    return false;
  }
  if (process.platform === 'linux' && isRoot()) {
    say(`Installing the libraries ${browser} needs with "npx playwright install-deps ${browser}".`);
    if (!(await playwright('install-deps', browser))) say('Some of them could not be installed.');
  }
  return true;
}

/** Installs a Debian package if apt-get is available and allowed; returns whether that worked. */
export async function installWithApt(packageName: string): Promise<boolean> {
  const prefix = aptPrefix();
  if (!prefix) {
    say(`Can’t install ${packageName}: apt-get or root access is missing.`);
    return false;
  }
  say(`Installing ${packageName} with apt-get.`);
  // Two test workers can start the same installation; the second one waits for the first.
  const apt = (...args: string[]) => {
    const wait = ['-o', 'DPkg::Lock::Timeout=600'];
    const [command = '', ...rest] = [...prefix, 'apt-get', ...wait, ...args];
    return run(command, rest);
  };
  // A stale package list names files that the mirror has deleted, so update first; even if that
  // fails, the mirror may still serve the package.
  await apt('update');
  const isInstalled = await apt('install', '-y', packageName);
  if (!isInstalled) say(`apt-get could not install ${packageName}.`);
  return isInstalled;
}

/**
 * Returns whether this process runs as root, which browser sandboxes don't support and package
 * managers require.
 */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the prefix that runs `apt-get` as root, or undefined if that isn't possible. */
function aptPrefix(): string[] | undefined {
  if (!findOnPath(['apt-get'])) return undefined;
  if (isRoot()) return [];
  // -n: fail instead of asking for a password, because there may be nobody to type it.
  const hasSudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return hasSudo ? ['sudo', '-n'] : undefined;
}

/** Runs a command quietly; prints its output only if it fails. */
function run(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: INSTALL_TIMEOUT_MS,
    });
    let lastOutput = '';
    const keep = (chunk: Buffer) => {
      lastOutput = (lastOutput + chunk.toString()).slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => {
      say(error.message);
      resolve(false);
    });
    child.once('close', (code) => {
      if (code !== 0) say(reasonIn(lastOutput) ?? `${command} ended with code ${code}.`);
      resolve(code === 0);
    });
  });
}

/** Returns the first line that mentions an error; the rest is mostly a stack trace. */
function reasonIn(output: string): string | undefined {
  return output
    .split('\n')
    .find((line) => /error|unable|failed|^E: /i.test(line))
    ?.trim();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
