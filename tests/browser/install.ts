import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

import { findOnPath } from './find-on-path.ts';

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/**
 * Installs a browser with Playwright's own installer and says whether that worked.
 *
 * The download comes before the system libraries it needs: without a way to the download server
 * that fails within seconds, and nothing has been changed.
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
    say(`Adding the libraries ${browser} needs with "npx playwright install-deps ${browser}".`);
    if (!(await playwright('install-deps', browser))) say('Not all of them could be installed.');
  }
  return true;
}

/** Installs a Debian package where apt-get is there and we may use it; says whether that worked. */
export async function installWithApt(packageName: string): Promise<boolean> {
  const prefix = aptPrefix();
  if (!prefix) {
    say(`Cannot install ${packageName}: apt-get is not there, or root's rights are not.`);
    return false;
  }
  say(`Installing ${packageName} with apt-get.`);
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...prefix, 'apt-get', ...args];
    return run(command, rest);
  };
  // A stale package list names files the mirror no longer has, hence the update; a mirror that
  // fails it may still serve the package.
  await apt('update');
  const isInstalled = await apt('install', '-y', packageName);
  if (!isInstalled) say(`apt-get could not install ${packageName}.`);
  return isInstalled;
}

/** Whether this process runs as root, which browsers' sandboxes refuse and package managers need. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** What to write before `apt-get` to run it as root, or undefined where it cannot be. */
function aptPrefix(): string[] | undefined {
  if (!findOnPath(['apt-get'])) return undefined;
  if (isRoot()) return [];
  // -n: never ask for a password, since nobody may be there to type it.
  const hasSudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return hasSudo ? ['sudo', '-n'] : undefined;
}

/** Runs a command quietly; its output is shown only when it fails, so that the reason is not lost. */
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

/** The first line that speaks of an error; what follows it is mostly a stack trace. */
function reasonIn(output: string): string | undefined {
  return output
    .split('\n')
    .find((line) => /error|unable|failed|^E: /i.test(line))
    ?.trim();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
