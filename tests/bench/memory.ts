/** Memory use of the device service with 100,000 passages, compared with an empty one. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { searchQuestion, untilLearned } from './device-home.ts';
import type { Row } from './figure.ts';
import { askInTurn } from './home-asker.ts';
import { extensionDir, withFolder, withKeepsake } from './keepsake-browser.ts';
import { hasProcesses, type Memory, memoryOfExtensions } from './processes.ts';
import { writeExport } from './scale/export-file.ts';
import { questionsOver } from './scale/questions.ts';

const PASSAGES = 100_000;

/** Takes a generated collection in as a person does with an export, and looks at the process while it is there. */
export async function benchMemory({
  tell,
  note,
}: {
  readonly tell: (step: string) => void;
  readonly note: (text: string) => void;
}): Promise<Row[]> {
  if (!hasProcesses()) {
    note('Memory was skipped: this system does not tell of its processes as Linux does.');
    return [];
  }
  note(
    'Memory is what is resident of the process that runs all of the extension: the background, a page of it, the page of ' +
      'the home and its worker with SQLite. It was looked at after some hundred searches.',
  );
  return withFolder(async (folder) => {
    const file = join(folder, 'export.jsonl');
    const { documents, passages } = await writeExport(file, PASSAGES);
    const profileDir = join(folder, 'profile');
    await withKeepsake(async () => undefined, { profileDir });
    const empty = await afterStart(profileDir, (keepsake, asker) =>
      afterSearches(keepsake, asker, documents),
    );
    tell('learning');
    const begun = performance.now();
    const learned = await afterStart(profileDir, async (keepsake, asker) => {
      await importFile(asker, file);
      await untilLearned(asker);
      return memoryOfExtensions(keepsake.context);
    });
    const seconds = (performance.now() - begun) / 1000;
    tell('searching');
    const full = await afterStart(profileDir, (keepsake, asker) =>
      afterSearches(keepsake, asker, documents),
    );
    const name = `home on this device, ${passages.toLocaleString('en')} passages`;
    const row = (what: string, value: number, beside: number): Row => ({
      name: `${name}: ${what}`,
      value,
      unit: 'MB',
      baselines: [{ name: 'the same home empty', value: beside }],
    });
    return [
      row('memory after a start and searches', full.resident, empty.resident),
      row('the most it was, starting and searching', full.peak, empty.peak),
      row('the most it was, taking them all in and learning', learned.peak, empty.peak),
      { name: `${name}: taken in and learned`, value: passages / seconds, unit: 'passages/s' },
    ];
  });
}

async function afterStart<T>(
  profileDir: string,
  use: (keepsake: ChromiumExtension, asker: Page) => Promise<T>,
): Promise<T> {
  const keepsake = await launchChromium({ extensionDir, profileDir });
  try {
    return await use(keepsake, await wakeHome(keepsake));
  } finally {
    await keepsake.close();
  }
}

/** Searches in the side panel, which starts the service, and returns the panel. */
async function wakeHome({ context, url, openExtensionPage }: ChromiumExtension): Promise<Page> {
  const isHome = (page: Page) => page.url() === url('/device-service.html');
  const panel = await openExtensionPage('/sidepanel.html');
  await panel.getByRole('searchbox').fill('river');
  const home = context.pages().find(isHome) ?? (await context.waitForEvent('page', isHome));
  await home.waitForLoadState();
  return panel;
}

async function afterSearches(
  { context }: ChromiumExtension,
  asker: Page,
  documents: number,
): Promise<Memory> {
  await askInTurn(asker, Object.values(questionsOver(documents)).flat().map(searchQuestion));
  return memoryOfExtensions(context);
}

/** Puts the file into the transfer folder and imports it. */
async function importFile(asker: Page, file: string): Promise<void> {
  await asker.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'collection';
    document.body.append(input);
  });
  await asker.locator('#collection').setInputFiles(file);
  const status = await asker.locator('#collection').evaluate(async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? [];
    const root = await navigator.storage.getDirectory();
    const transfer = await root.getDirectoryHandle('transfer', { create: true });
    const bodyFrom = crypto.randomUUID();
    const handle = await transfer.getFileHandle(bodyFrom, { create: true });
    await chosen?.stream().pipeTo(await handle.createWritable());
    const answer = await chrome.runtime.sendMessage({
      target: 'device-home',
      method: 'POST',
      path: '/owner/import',
      headers: [],
      body: null,
      bodyFrom,
    });
    return answer.status;
  });
  if (status !== 200) throw new Error(`The home answered the import with ${status}.`);
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<{ status?: number }> };
};
