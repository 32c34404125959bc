/**
 * Links saved from the menu and read by this device: each is stored before the browser asks for its
 * site.
 */
import { expect, type Page } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enPlural, enStart } from '../english.ts';
import { storedItems, test } from './keepsake.ts';
import { badgeOf } from './toolbar-badge.ts';

const linkUrl = 'https://heron.example/nesting';

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    '/article': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }),
  });
});
test.afterAll(() => site.close());

test('holds a link until its site is allowed, even if the background ends, and then resumes', async ({
  keepsake,
}) => {
  const welcome = await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/article`);

  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl });

  // Nobody answers the browser's prompt.
  await expect
    .poll(() => stateOf(welcome))
    .toMatchObject({
      status: 'paused',
      error: { code: 'link.not-permitted' },
    });
  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({ text: '!', title: expect.stringContaining('in the side panel, under Library.') });
  await keepsake.stopServiceWorker();
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel
    .getByRole('navigation')
    .getByRole('button', {
      name: enPlural(1, 'panel_label_needy', { view: en('panel_views_library') }),
    })
    .click();
  const row = panel
    .getByRole('listitem')
    .filter({ hasText: en('errors_link_not_permitted_title') });
  await expect(row).toBeVisible();

  await keepsake.approveHost('https://heron.example/*');
  await row.getByRole('button', { name: enStart('saves_actions_allowSite') }).click();

  // The site answers nothing; the link only has to be handed over.
  await expect.poll(async () => (await stateOf(welcome)).status).not.toBe('paused');
});

test('saves a link once even if it is saved twice before its site is allowed', async ({
  keepsake,
}) => {
  const welcome = await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/article`);
  const isPaused = { status: 'paused' };

  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl });
  await expect.poll(() => stateOf(welcome)).toMatchObject(isPaused);
  const [first] = await storedItems(welcome);
  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl });

  await expect
    .poll(async () => (await storedItems(welcome)).map(({ id }) => id === first?.id))
    .toEqual([false]);
  await expect.poll(() => stateOf(welcome)).toMatchObject(isPaused);
  await expect.poll(() => badgeOf(keepsake, page)).toMatchObject({ text: '!' });
});

test('refuses a link into the local network immediately, and says why', async ({ keepsake }) => {
  const welcome = await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/article`);
  const ownUrl = 'http://192.168.1.4/notes';

  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl: ownUrl });

  await expect.poll(() => stateOf(welcome)).toMatchObject({ status: 'refused' });
  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({ text: '!', title: expect.stringContaining(en('links_ownNetwork')) });
  await page.goto(`${site.origin}/article?elsewhere`);
  await expect.poll(() => badgeOf(keepsake, page)).toEqual({ text: '', title: 'Keepsake' });
});

async function stateOf(extensionPage: Page) {
  const [item] = await storedItems(extensionPage);
  return item?.state ?? { status: 'none' };
}
