/** Tests the address bar of a real Firefox, where suggestions can be read. */
import { expect } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { test } from './firefox-keepsake.ts';
import { expectAtPassage, patiently, saveByPopup, settleIn } from './firefox-steps.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';

let site: PageServer;
test.beforeAll(async () => {
  const long = Array.from({ length: 5 }, () => filler(20));
  const paragraphs = [...long, sentence, ...long];
  const title = 'The <b>ledger</b> & \u202Eviolet';
  site = await servePages({ '/': articleHtml({ title, paragraphs }) });
});
test.afterAll(() => site.close());

test('shows plain-text suggestions and a line for no results, and goes to the passage or opens the sidebar on Enter', async ({
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
  await keepsake.enterInBar(1);
  // The tab that shows the page goes to the passage.
  await expect.poll(() => keepsake.address(), patiently).toContain(`${site.origin}/#:~:text=`);
  await expectAtPassage(keepsake, sentence);

  await keepsake.typeInBar('mem zeppelin');
  await expect
    .poll(titles, patiently)
    .toEqual([en('addressBar_idle'), en('addressBar_nothing', { q: 'zeppelin' })]);
  await keepsake.enterInBar(1);
  await expect.poll(() => keepsake.isSidebarOpen(), patiently).toBe(true);
});
