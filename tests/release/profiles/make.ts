/**
 * Rebuilds a stored profile with its package: builds the commit and runs the main journey with the
 * drivers of its own tests. Takes minutes; run by hand as `node tests/release/profiles/make.ts
 * first` (or `connected`, `one-row`), one per process, since each checkout has its own Playwright.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type * as Process from '../../../service/runtime/node/testing/start-process.ts';
import type * as Chromium from '../../browser/chromium.ts';
import { removeFolder } from '../../browser/remove-folder.ts';
import type * as Surfaces from '../../browser/surfaces.ts';
import { longArticle } from '../../fixtures/long-article.ts';
import {
  connectedPackage,
  copyAsUpdate,
  type EarlierPackage,
  firstPackage,
  oneRowPackage,
  onThisMachine,
  serviceOrigin,
} from './earlier-packages.ts';
import { packProfile } from './profile-archive.ts';
import { articleUrl, leftOver, serveReading, waitingPage } from './serve-reading.ts';

const repository = join(import.meta.dirname, '../../..');

type World = {
  /** The checkout of the package's commit. */
  checkout: string;
  /** Contains `profile`, and `service` if there is one. */
  folder: string;
  surfaces: typeof Surfaces;
  /** Starts the browser with the package. `service` is the current address of its service. */
  launch: (service?: string) => Promise<Chromium.ChromiumExtension>;
};

const [name] = process.argv.slice(2);
if (name === 'first') await make(firstPackage, onThisDevice);
else if (name === 'connected') await make(connectedPackage, onceConnected);
else if (name === 'one-row') await make(oneRowPackage, everythingStored);
else throw new Error('Name the profile to make: first, connected, or one-row.');

async function onThisDevice({ surfaces, launch }: World): Promise<void> {
  const browser = await launch();
  await readAndKeep(browser, surfaces);
  await browser.close();
}

/** Adds a connection with a key, and a page that waits because the service is down. */
async function onceConnected(world: World): Promise<void> {
  const { browser } = await connectAndWait(world, {});
  await browser.close();
}

/** Like `onceConnected`, plus a row in every store and a value under every persistent key. */
async function everythingStored(world: World): Promise<void> {
  const { browser, settings } = await connectAndWait(world, {
    onDevice: keepOnThisDevice,
    onService: keepOnTheService,
  });
  const list = await ask<{ items: { id: string; kind: string; container: { id: string } }[] }>(
    settings,
    'outbox.list',
    {},
  );
  const waiting = list.items.find(({ kind }) => kind === 'page');
  if (waiting === undefined) throw new Error('No page is waiting.');
  const memoryId = waiting.container.id;
  const { title } = waitingPage;
  const edited = await ask<{ content: string }>(settings, 'outbox.editable', { id: waiting.id });
  const content = `${edited.content}\n\n${leftOver.addition}`;
  await ask(settings, 'outbox.edit', { id: waiting.id, title, content, memoryId });
  await ask(settings, 'notes.save', {
    id: crypto.randomUUID(),
    place: 'popup',
    content: leftOver.waitingNote,
    memoryId,
  });
  await ask(settings, 'facts.add', {
    id: crypto.randomUUID(),
    place: 'popup',
    content: leftOver.fact,
    memoryId,
  });
  await ask(settings, 'batches.start', {
    id: crypto.randomUUID(),
    memoryId,
    from: {
      kind: 'tabs',
      tabs: [{ tabId: null, url: leftOver.batched, title: 'Batched' }],
      borrowed: [],
    },
  });
  await ask(settings, 'notes.save-draft', {
    place: 'popup',
    draft: { id: crypto.randomUUID(), content: leftOver.draft, isFact: false },
  });
  await ask(settings, 'history.change', { change: 'add', q: leftOver.query });
  await ask(settings, 'options.change', { name: 'marksSaved', isOn: false });
  await browser.close();
}

/** Adds two links that this device doesn't fetch, and a rule. */
async function keepOnThisDevice(settings: Page): Promise<void> {
  const { memories } = await ask<{ memories: { id: string }[] }>(settings, 'home.status', {});
  for (const url of [leftOver.refusedLink, leftOver.pausedLink]) {
    await ask(settings, 'link.save', {
      id: crypto.randomUUID(),
      url,
      title: 'A link',
      memoryId: memories[0]?.id,
      tabId: null,
    });
  }
  await ask(settings, 'own.add-rule', { content: leftOver.rule, key: null });
}

/** Saves a note and waits until the service has accepted it. */
async function keepOnTheService(settings: Page): Promise<void> {
  const { memories } = await ask<{ memories: { id: string }[] }>(settings, 'home.status', {});
  const note = await ask<{ id: string }>(settings, 'notes.save', {
    id: crypto.randomUUID(),
    place: 'popup',
    content: leftOver.serviceNote,
    memoryId: memories[0]?.id,
  });
  const status = async () =>
    (await ask<{ state: { status: string } }>(settings, 'outbox.get', { id: note.id })).state
      .status;
  // A note is held for a few seconds, so that it can be undone.
  while ((await status()) !== 'accepted') await new Promise((done) => setTimeout(done, 200));
}

type Step = (settings: Page) => Promise<void>;

/** Sends a message to the background, as a page of that package does. */
async function ask<Output>(page: Page, message: string, input: unknown): Promise<Output> {
  const question = { keepsake: 'ask', requestId: crypto.randomUUID(), name: message, input };
  const answer = await page.evaluate((asked) => chrome.runtime.sendMessage(asked), question);
  const { ok, value } = answer as { ok: boolean; value: Output };
  if (!ok) throw new Error(`${message}: ${JSON.stringify(answer)}`);
  return value;
}

declare const chrome: { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };

async function connectAndWait(
  { checkout, folder, surfaces, launch }: World,
  { onDevice, onService }: { onDevice?: Step; onService?: Step },
): Promise<{ browser: Chromium.ChromiumExtension; settings: Page }> {
  // The service was in this folder at that commit.
  const node = join(checkout, 'service', 'homes', 'node');
  const { startService } = (await import(join(node, 'testing/start-process.ts'))) as typeof Process;
  const data = join(folder, 'service');
  const command = (...args: string[]) =>
    execFileSync('node', [join(node, 'main.ts'), ...args, '--data', data], {
      encoding: 'utf8',
    }).trim();
  const service = await startService(data, ['--public-url', serviceOrigin, '--port', '47831']);
  const browser = await launch('http://127.0.0.1:47831');
  await readAndKeep(browser, surfaces);

  command('memory', 'create', 'Harbours');
  const key = command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  await browser.approveHost('http://localhost/*');
  const settings = await browser.openExtensionPage('/options.html');
  await onDevice?.(settings);
  await settings.getByRole('button', { name: 'Connect with a key' }).click();
  await settings.getByLabel('Address of the service').fill(serviceOrigin);
  await settings.getByLabel('Key', { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await settings.getByText('It works. In reach: Harbours.').waitFor();

  await onService?.(settings);
  await service.end('SIGTERM');
  const page = await surfaces.visit(browser, waitingPage.url);
  const popup = await surfaces.askToSave(browser, page);
  await popup.getByText('Not saved yet, but safe').first().waitFor();
  return { browser, settings };
}

/** Saves a page and a sentence from it on this device. */
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
  await removeFolder(folder);
}
