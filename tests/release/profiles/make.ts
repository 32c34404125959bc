/**
 * Makes a kept profile anew by the package it is of: its commit is built, and driven through the main job by the
 * drivers of its own tests. Takes minutes; run by hand, as `node tests/release/profiles/make.ts first` (or `connected`),
 * one a process, since each checkout brings a Playwright of its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Process from '../../../service/homes/node/testing/start-process.ts';
import type * as Chromium from '../../browser/chromium.ts';
import type * as Surfaces from '../../browser/surfaces.ts';
import { longArticle } from '../../fixtures/long-article.ts';
import {
  connectedPackage,
  copyAsUpdate,
  type EarlierPackage,
  firstPackage,
  onThisMachine,
  serviceOrigin,
} from './earlier-packages.ts';
import { packProfile } from './profile-archive.ts';
import { articleUrl, serveReading, waitingPage } from './serve-reading.ts';

const repository = join(import.meta.dirname, '../../..');

type World = {
  /** The checkout of the package's commit. */
  checkout: string;
  /** Holds `profile`, and `service` where there is one. */
  folder: string;
  surfaces: typeof Surfaces;
  /** Starts the browser with the package in it; `service` is where its service listens. */
  launch: (service?: string) => Promise<Chromium.ChromiumExtension>;
};

const [name] = process.argv.slice(2);
if (name === 'first') await make(firstPackage, onThisDevice);
else if (name === 'connected') await make(connectedPackage, onceConnected);
else throw new Error('Name the profile to make: first, or connected.');

async function onThisDevice({ surfaces, launch }: World): Promise<void> {
  const browser = await launch();
  await readAndKeep(browser, surfaces);
  await browser.close();
}

/** A second home by a key, and a page that waits for it, since its service is down. */
async function onceConnected({ checkout, folder, surfaces, launch }: World): Promise<void> {
  const { startService } = (await import(
    join(checkout, 'service/homes/node/testing/start-process.ts')
  )) as typeof Process;
  const data = join(folder, 'service');
  const command = (...args: string[]) =>
    execFileSync('node', [join(checkout, 'service/homes/node/main.ts'), ...args, '--data', data], {
      encoding: 'utf8',
    }).trim();
  const service = await startService(data, ['--public-url', serviceOrigin, '--port', '47831']);
  const browser = await launch('http://127.0.0.1:47831');
  await readAndKeep(browser, surfaces);

  command('memory', 'create', 'Harbours');
  const key = command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  await browser.approveHost('http://localhost/*');
  const settings = await browser.openExtensionPage('/options.html');
  await settings.getByRole('button', { name: 'Connect with a key' }).click();
  await settings.getByLabel('Address of the service').fill(serviceOrigin);
  await settings.getByLabel('Key', { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await settings.getByText('It works. In reach: Harbours.').waitFor();

  await service.end('SIGTERM');
  const page = await surfaces.visit(browser, waitingPage.url);
  const popup = await surfaces.askToSave(browser, page);
  await popup.getByText('Not saved yet, but safe').first().waitFor();
  await browser.close();
}

/** A page and a sentence of it, kept on this device. */
async function readAndKeep(
  browser: Chromium.ChromiumExtension,
  surfaces: World['surfaces'],
): Promise<void> {
  await surfaces.settleIn(browser, 'Reading');
  const page = await surfaces.visit(browser, articleUrl);
  await surfaces.saveByPopup(browser, page);
  await surfaces.selectWords(page, longArticle.highlighted.sentence);
  await surfaces.keepSelection(browser, page);
}

async function make(
  { commit, archive }: EarlierPackage,
  live: (world: World) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-earlier-'));
  const checkout = join(folder, 'checkout');
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: checkout, stdio: 'inherit' });
  execFileSync('git', ['clone', '--quiet', repository, checkout]);
  run('git', 'checkout', '--quiet', commit);
  run('npm', 'ci', '--no-audit', '--no-fund');
  run('npm', 'run', 'build:chromium');
  const extensionDir = join(folder, 'package');
  await copyAsUpdate(join(checkout, '.output/chrome-mv3'), extensionDir);

  const site = await serveReading();
  const { launchChromium } = (await import(
    join(checkout, 'tests/browser/chromium.ts')
  )) as typeof Chromium;
  await live({
    checkout,
    folder,
    surfaces: (await import(join(checkout, 'tests/browser/surfaces.ts'))) as World['surfaces'],
    launch: (service = serviceOrigin) =>
      launchChromium({
        extensionDir,
        profileDir: join(folder, 'profile'),
        extraArgs: [onThisMachine(site.origin, service)],
      }),
  });
  await site.close();
  await packProfile(folder, archive);
  await rm(folder, { recursive: true, force: true });
}
