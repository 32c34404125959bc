/** Tests the address bar of a real Firefox, where suggestions can be read. */
import { expect } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { patiently, saveByPopup, settleIn, test } from './firefox-keepsake.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [filler(20), sentence, filler(20)];
  const title = 'The <b>ledger</b> & \u202Eviolet';
  site = await servePages({ '/': articleHtml({ title, paragraphs }) });
});
test.afterAll(() => site.close());

test('shows plain-text suggestions and a line for no results, and opens the page or sidebar on Enter', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  await keepsake.open(site.origin);
  await saveByPopup(keepsake);
  const titles = async () => (await keepsake.barLines()).map(({ title }) => title);

  await keepsake.typeInBar('mem violet barometer');
  const host = new URL(site.origin).host;
  await expect
    .poll(titles, patiently)
    .toEqual([en('addressBar_idle'), `The <b>ledger</b> & violet · ${host} · Reading`]);
  await keepsake.follow(() => keepsake.enterInBar(1));
  await expect.poll(() => keepsake.address(), patiently).toContain(site.origin);

  await keepsake.typeInBar('mem zeppelin');
  await expect
    .poll(titles, patiently)
    .toEqual([en('addressBar_idle'), en('addressBar_nothing', { q: 'zeppelin' })]);
  await keepsake.enterInBar(1);
  await expect.poll(() => keepsake.isSidebarOpen(), patiently).toBe(true);
});
