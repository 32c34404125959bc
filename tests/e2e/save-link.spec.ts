/** Tests links saved from the menu and read by this device: each is stored before the browser prompts for its site. */
import { expect } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enPlural } from '../english.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { itemsOf, test } from './keepsake.ts';
import { badgeOf } from './toolbar-badge.ts';

const linkUrl = 'https://heron.example/nesting';

let site: PageServer;
test.beforeEach(async () => {
  site = await servePages({
    '/article': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }),
  });
});
test.afterEach(() => site.close());

test('holds a link until its site is allowed, even if the background stops, and then resumes', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/article`);

  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl });

  // Nobody answers the browser's prompt.
  await expect
    .poll(() => stateOf(keepsake, linkUrl))
    .toMatchObject({
      status: 'paused',
      error: { code: 'link.not-permitted' },
    });
  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({ text: '!', title: expect.stringContaining('in the side panel, under Library.') });
  await keepsake.stopServiceWorker();
  const panel = sidePanelPage(await keepsake.openExtensionPage('/sidepanel.html'));
  await panel.navigation
    .getByRole('button', {
      name: enPlural(1, 'panel_label_needy', { view: en('panel_views_library') }),
    })
    .click();
  await panel.saves.attention.click();
  const row = panel.saves.needy
    .getByRole('listitem')
    .filter({ hasText: en('errors_link_not_permitted_title') });
  await expect(row).toBeVisible();

  await keepsake.approveHost('https://heron.example/*');
  await panel.saves.action(row, 'allowSite').click();

  // The site never responds, so only check that the save is no longer paused.
  await expect.poll(async () => (await stateOf(keepsake, linkUrl)).status).not.toBe('paused');
});

test('saves a link once even if it is saved twice before its site is allowed', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  const isPaused = { status: 'paused' };

  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl });
  await expect.poll(() => stateOf(keepsake, linkUrl)).toMatchObject(isPaused);
  const [first] = await itemsOf(keepsake, new URL(linkUrl).origin);
  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl });

  await expect
    .poll(async () =>
      (await itemsOf(keepsake, new URL(linkUrl).origin)).map(({ id }) => id === first?.id),
    )
    .toEqual([false]);
  await expect.poll(() => stateOf(keepsake, linkUrl)).toMatchObject(isPaused);
  await expect.poll(() => badgeOf(keepsake, page)).toMatchObject({ text: '!' });
});

test('rejects a link into the local network immediately, and explains why', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  const ownUrl = `http://192.168.1.4/notes-of-${new URL(site.origin).port}`;

  await keepsake.clickContextMenu(page, { menuItemId: 'save-link-here', linkUrl: ownUrl });

  await expect.poll(() => stateOf(keepsake, ownUrl)).toMatchObject({ status: 'refused' });
  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({ text: '!', title: expect.stringContaining(en('links_ownNetwork')) });
  await page.goto(`${site.origin}/article?elsewhere`);
  await expect.poll(() => badgeOf(keepsake, page)).toEqual({ text: '', title: 'Keepsake' });
});

async function stateOf(keepsake: ChromiumExtension, address: string) {
  const items = await itemsOf(keepsake, new URL(address).origin);
  return items.find(({ source }) => source.url === address)?.state ?? { status: 'none' };
}
