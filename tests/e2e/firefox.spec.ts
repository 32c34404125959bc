/** The main job in Firefox, and what Firefox does otherwise than Chromium. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { articleHtml, filler, pdfFile } from '../fixtures/web-pages.ts';
import { closedDoors } from '../fixtures/closed-doors.ts';
import {
  askToSave,
  expectAtPassage,
  expectNoteKept,
  expectWords,
  extensionDir,
  firstHit,
  openFirstHit,
  patiently,
  relaunch,
  saveByPopup,
  search,
  selectParagraph,
  settleIn,
  storedItems,
  test,
} from './firefox-keepsake.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const note =
  'The herring came late in the year of the comet, and the nets were mended by lamplight.';
const long = Array.from({ length: 5 }, () => filler(20));

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [...long, `${filler(3)} ${sentence} ${filler(3)}`, note, ...long];
  site = await servePages({
    '/article': articleHtml({ title: 'The ledger', paragraphs }),
    '/paper.pdf': () => new Response(pdfFile(), { headers: { 'content-type': 'application/pdf' } }),
  });
});
test.afterAll(() => site.close());

test('the manifest asks for no site, declares no content script and opens nothing by itself', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(extensionDir, 'manifest.json'), 'utf8'));

  expect(manifest).toMatchObject({
    permissions: ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting', 'storage'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    sidebar_action: { open_at_install: false },
    browser_specific_settings: { gecko: { data_collection_permissions: { required: ['none'] } } },
  });
  for (const key of closedDoors) {
    expect(manifest).not.toHaveProperty(key);
  }
});

test('a saved article is found by three words from its middle after a restart, and opens at the passage', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Lighthouses');
  await keepsake.open(`${site.origin}/article`);
  await saveByPopup(keepsake);
  await relaunch(keepsake);

  await search(keepsake, 'barometer tower nobody');

  const hit = await firstHit(keepsake);
  expect(hit.words).toContain('Lighthouses');
  expect(hit.words).toContain('The ledger');
  expect(hit.words).toContain(sentence);
  expect(hit.marked).toEqual(['barometer', 'tower', 'nobody']);
  await openFirstHit(keepsake);
  expect(await keepsake.address()).toContain(`${site.origin}/article#:~:text=`);
  await expectAtPassage(keepsake, sentence);
});

test('a selected sentence is kept word for word by the shortcut, found after a restart, and leads back', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Lighthouses');
  await keepsake.open(`${site.origin}/article`);
  await selectParagraph(keepsake, note);
  await keepsake.pressShortcut('H');
  await expectNoteKept(keepsake);
  await relaunch(keepsake);

  await search(keepsake, 'herring comet lamplight');

  const hit = await firstHit(keepsake);
  expect(hit.words).toContain('Lighthouses');
  expect(hit.words).toContain('Your note');
  expect(hit.note).toBe(note);
  expect(hit.marked).toEqual(['herring', 'comet', 'lamplight']);
  await openFirstHit(keepsake);
  expect(await keepsake.address()).toContain(`${site.origin}/article#:~:text=`);
  await expectAtPassage(keepsake, note);
});

test('the context menu keeps the page and the selection', async ({ keepsake }) => {
  await settleIn(keepsake, 'Lighthouses');
  await keepsake.open(`${site.origin}/article`);
  await keepsake.clickContextMenu('h1', 'Save page to Keepsake');
  await selectParagraph(keepsake, note);
  await keepsake.clickContextMenu(`//p[.='${note}']`, 'Keep “The herring came late');

  await expectNoteKept(keepsake);

  await search(keepsake, 'barometer tower nobody');
  expect((await firstHit(keepsake)).words).toContain(sentence);
});

test('the sidebar opens from the popup', async ({ keepsake }) => {
  await keepsake.open(`${site.origin}/article`);
  const popup = await keepsake.openPopup();
  await expectWords(popup, 'Set up Keepsake');
  expect(await keepsake.isSidebarOpen()).toBe(false);

  await popup.click('button[aria-label="Open the side panel"]');

  await expect.poll(() => keepsake.isSidebarOpen(), patiently).toBe(true);
});

test('a background that is ended between click and answer loses and doubles nothing', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Lighthouses');
  await keepsake.open(`${site.origin}/article`);
  const popup = await askToSave(keepsake);
  await keepsake.stopBackground();
  expect((await storedItems(popup))[0]?.state.status).not.toBe('learned');

  await expectWords(popup, 'You can find it now');
  expect(await storedItems(popup)).toHaveLength(1);

  await keepsake.stopBackground();
  await popup.close();
  await search(keepsake, 'barometer tower nobody');
  expect((await firstHit(keepsake)).words).toContain(sentence);
});

test('a save that has only been written down goes on by itself when the background is ended', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Lighthouses');
  // A page that asks the background nothing more, so that only its own alarm can wake it.
  const watcher = await keepsake.open('/sidepanel.html');
  await expectWords(keepsake, 'Lighthouses');
  await keepsake.open(`${site.origin}/article`);
  const popup = await askToSave(keepsake);
  await expect.poll(() => storedItems(popup), { intervals: [0] }).toHaveLength(1);
  await keepsake.stopBackground();
  const [left] = await storedItems(popup);
  expect(left?.state.status).not.toBe('learned');
  await popup.close();

  await keepsake.switchTo(watcher);
  await expect
    .poll(async () => (await storedItems(keepsake))[0]?.state.status, { timeout: 80_000 })
    .toBe('learned');
});
