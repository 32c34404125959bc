/** Measures the memory of the service on this device with 100,000 passages, compared with an empty one. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { en } from '../english.ts';
import { searchRequest, untilLearned } from './device-service.ts';
import type { Row } from './figure.ts';
import { sendInOrder } from './timed-requests.ts';
import { extensionDir, withFolder, withKeepsake } from './keepsake-browser.ts';
import { hasProcesses, type Memory, memoryOfExtensions } from './processes.ts';
import { writeExport } from './scale/export-file.ts';
import { questionsOver } from './scale/questions.ts';

const PASSAGES = 100_000;

/** Imports a generated collection as a person imports an export, and measures the memory of the extension's process. */
export async function benchMemory({
  tell,
  note,
}: {
  readonly tell: (step: string) => void;
  readonly note: (text: string) => void;
}): Promise<Row[]> {
  if (!hasProcesses()) {
    note('Memory was skipped: this system doesn’t report processes as Linux does.');
    return [];
  }
  note(
    'Memory is the resident memory of the extension’s process, which runs the background, an extension page, the page ' +
      'of the device service and its SQLite worker. It was measured after about a hundred searches.',
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
    const name = `service on this device, ${passages.toLocaleString('en')} passages`;
    const row = (what: string, value: number, beside: number): Row => ({
      name: `${name}: ${what}`,
      value,
      unit: 'MB',
      baselines: [{ name: 'the same service empty', value: beside }],
    });
    return [
      row('memory after a start and searches', full.resident, empty.resident),
      row('peak memory, starting and searching', full.peak, empty.peak),
      row('peak memory, importing and indexing', learned.peak, empty.peak),
      { name: `${name}: imported and indexed`, value: passages / seconds, unit: 'passages/s' },
    ];
  });
}

async function afterStart<T>(
  profileDir: string,
  use: (keepsake: ChromiumExtension, asker: Page) => Promise<T>,
): Promise<T> {
  const keepsake = await launchChromium({ extensionDir, profileDir });
  try {
    return await use(keepsake, await wakeService(keepsake));
  } finally {
    await keepsake.close();
  }
}

/** Makes a request in the panel, which starts the service; returns the panel. */
async function wakeService({ context, url, openExtensionPage }: ChromiumExtension): Promise<Page> {
  const isServicePage = (page: Page) => page.url() === url('/device-service.html');
  const panel = await openExtensionPage('/sidepanel.html');
  await panel.getByRole('combobox', { name: en('search_search') }).fill('river');
  const service =
    context.pages().find(isServicePage) ?? (await context.waitForEvent('page', isServicePage));
  await service.waitForLoadState();
  return panel;
}

async function afterSearches(
  { context }: ChromiumExtension,
  asker: Page,
  documents: number,
): Promise<Memory> {
  const questions = Object.values(questionsOver(documents, 20)).flat();
  await sendInOrder(asker, questions.map(searchRequest));
  return memoryOfExtensions(context);
}

/** Puts the file into the folder that pages and the service share for large files, and makes the service import it. */
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
      target: 'device-service',
      method: 'POST',
      path: '/owner/import',
      headers: [],
      body: null,
      bodyFrom,
    });
    return answer.status;
  });
  if (status !== 200) throw new Error(`The import failed with status ${status}.`);
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<{ status?: number }> };
};
