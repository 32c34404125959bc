/** Tests export and import as a file in Firefox, with the service on this device. */
import { expect } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enLead, enPlural } from '../english.ts';
import { test } from './firefox-keepsake.ts';
import {
  button,
  expectWords,
  firstHit,
  patiently,
  saveByPopup,
  search,
  settleIn,
} from './firefox-steps.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [filler(20), sentence, filler(20)];
  site = await servePages({ '/': articleHtml({ title: 'The ledger', paragraphs }) });
});
test.afterAll(() => site.close());

test('restores an export after deleting everything, and leaves nothing on disk', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Lighthouses');
  await keepsake.open(site.origin);
  await saveByPopup(keepsake);
  await keepsake.open('/options.html#data');
  await keepsake.click(button(en('settings_data_export_action')));
  await expectWords(keepsake, enLead('settings_data_export_done'));
  await expectWords(
    keepsake,
    `${enPlural(1, 'settings_kinds_memory')}, ${enPlural(1, 'settings_kinds_document')}`,
  );
  const text = await keepsake.run(readTransferFile);
  expect(text).toContain(sentence);

  const show = (page: string) =>
    keepsake.run((anchor) => {
      location.hash = anchor;
    }, page);
  await show('memories');
  await keepsake.click(
    `button[aria-label="${en('settings_memories_delete', { name: 'Lighthouses' })}"]`,
  );
  await expectWords(keepsake, en('bin_stays'));
  await keepsake.click(button(en('settings_deletion_yes')));
  await expectWords(keepsake, en('settings_memories_empty'));
  await show('data');
  await keepsake.run((content) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('The page has no file input.');
    const chosen = new DataTransfer();
    chosen.items.add(new File([content], 'mine.jsonl'));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);
  await expectWords(keepsake, en('settings_data_import_done', { fileName: 'mine.jsonl' }));
  await expectWords(
    keepsake,
    en('settings_import_new', {
      counts: `${enPlural(1, 'settings_kinds_memory')} and ${enPlural(1, 'settings_kinds_document')}`,
    }),
  );

  await expect(async () => {
    await search(keepsake, 'barometer tower nobody');
    expect((await firstHit(keepsake)).words).toContain(sentence);
  }).toPass(patiently);
  const others = await keepsake.run(countTransferFiles);
  expect(others).toBe(1);
});

/** Reads the only file in the transfer folder. */
async function readTransferFile(): Promise<string> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('transfer');
  for await (const name of folder.keys()) {
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }
  return '';
}

/** Counts the transfer files. An exported file stays while its page is open; an imported file is removed. */
async function countTransferFiles(): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('transfer');
  return (await Array.fromAsync(folder.keys())).length;
}
