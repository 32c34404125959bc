/** What was saved, as the side panel shows it: what needs the person, what they do about it, and what is kept. */
import { expect, type Locator, type Page } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { askToSave, saveByPopup, settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { askHome, type Keepsake, test } from './keepsake.ts';
import { type OwnService, startOwnService } from './own-service.ts';

const article = articleHtml({ title: 'Tides', paragraphs: [filler(20)] });
const empty = '<!doctype html><title>Tides</title><body><img src="x.png" alt=""></body>';

let isEmpty = false;
let site: PageServer;
test.beforeEach(async () => {
  isEmpty = false;
  site = await servePages({ '/tides': () => (isEmpty ? empty : article), '/moon': article });
});
test.afterEach(() => site.close());

test('a page that was not saved is discarded, had back, and tried again where it is open', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  isEmpty = true;
  const page = await visit(keepsake, `${site.origin}/tides`);
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const panel = await openSaves(keepsake, 'Library, 1 needs you');
  const row = section(panel, 'Needs you').getByRole('listitem');
  await expect(row).toContainText('There is no text here, or only a few words');
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await test.step('discarded, it leaves a way back in its place', async () => {
    await row.getByRole('button', { name: 'Discard: Tides' }).click();
    await expect(row).toContainText('Discarded: Tides');
    await panel.keyboard.press('Enter');
    await expect(row.getByRole('heading', { name: 'Tides' })).toBeVisible();
  });

  await test.step('tried again once there is something to read, it is saved', async () => {
    isEmpty = false;
    await page.reload();
    await row.getByRole('button', { name: 'Try again: Tides' }).click();
    await expect(section(panel, 'Saved').getByRole('link', { name: 'Tides' })).toBeVisible();
    await expect(section(panel, 'Needs you')).toHaveCount(0);
    await expect(panel.getByText('“Tides” can be found now.')).toBeVisible();
  });
});

test('a page that was not saved is tried again and discarded in the popup, and had back there', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  isEmpty = true;
  const page = await visit(keepsake, `${site.origin}/tides`);
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const popup = await keepsake.openPopup(page);
  const refused = popup.getByRole('heading', { name: 'This page was not saved' });
  await expect(refused).toBeVisible();

  const left = () =>
    popup.locator('.page-card').evaluate((card) => {
      const title = card.querySelector('.page-title') ?? card;
      return card.getBoundingClientRect().bottom - title.getBoundingClientRect().bottom;
    });
  await expect.poll(left).toBeLessThan(24);

  await popup.getByRole('button', { name: 'Try again' }).click();
  await expect(popup.getByRole('paragraph').filter({ hasText: 'Tried again once' })).toBeVisible();

  await popup.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(refused).toHaveCount(0);
  const undo = popup.getByRole('button', { name: 'Undo: bring back' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(refused).toBeVisible();
  await expect(popup.locator('.save-progress')).toBeFocused();
});

test('a saved page is deleted after the memory’s own question, and only on a clear yes', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  await saveByPopup(keepsake, await visit(keepsake, `${site.origin}/tides`));
  const panel = await openSaves(keepsake, 'Library');
  const remove = section(panel, 'Saved').getByRole('button', { name: 'Delete…: Tides' });

  await remove.press('Enter');
  const dialog = panel.getByRole('dialog', { name: 'Delete “Tides”?' });
  await expect(dialog.locator('blockquote')).toContainText('Confirm to delete “Tides”');
  await panel.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(JSON.stringify(await askHome(keepsake, '/v1/documents'))).toContain('Tides');

  await remove.click();
  await dialog.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(panel.getByText('“Tides” was deleted.')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  expect(JSON.stringify(await askHome(keepsake, '/v1/documents'))).not.toContain('Tides');
});

test.describe('with a service that refuses', () => {
  let service: OwnService;
  test.beforeEach(async ({ keepsake }) => {
    service = await startOwnService();
    await keepsake.approveHost('http://127.0.0.1/*');
    await service.command('memory', 'create', 'Harbours');
    const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
    const settings = await keepsake.openExtensionPage('/options.html');
    await settings.getByRole('button', { name: 'Connect with a key' }).click();
    await settings.getByLabel('Address of the service').fill(service.url);
    await settings.getByLabel('Key', { exact: true }).fill(key);
    await settings.keyboard.press('Enter');
    await expect(settings.getByText('It works. In reach: Harbours.')).toBeVisible();
    await settings.close();
  });
  test.afterEach(() => service.close());

  /** Has the service answer every document that is brought to it with this status, and nothing else. */
  const refuseDocuments = (status: number) =>
    service.meddle({
      instead: ({ method, path }) =>
        method === 'POST' && path === '/v1/documents' ? { status, headers: {} } : undefined,
    });
  const sentDocuments = () =>
    service.passed
      .filter(({ method, path }) => method === 'POST' && path === '/v1/documents')
      .map(({ body }) => JSON.parse(body) as { title: string; content: string });

  test('what it refuses is changed by the person, and sent as they have it', async ({
    keepsake,
  }) => {
    refuseDocuments(400);
    const popup = await askToSave(keepsake, await visit(keepsake, `${site.origin}/tides`));
    await expect(popup.getByRole('heading', { name: 'This page was not saved' })).toBeVisible();
    await popup.close();
    const panel = await openSaves(keepsake, 'Library, 1 needs you');

    service.meddle({});
    await panel.getByRole('button', { name: 'Edit: Tides' }).click();
    const dialog = panel.getByRole('dialog', { name: 'Change and send' });
    await expect(dialog.getByLabel('Text')).toHaveValue(/The keeper wrote down the weather/);
    await dialog.getByLabel('Title').fill('The tides');
    await dialog.getByLabel('Text').fill('The moon pulls at the sea.');
    await dialog.getByRole('button', { name: 'Save and send' }).click();

    await expect(dialog).toBeHidden();
    await expect(section(panel, 'Saved').getByRole('listitem')).toHaveCount(1);
    expect(sentDocuments().at(-1)).toMatchObject({
      title: 'The tides',
      content: 'The moon pulls at the sea.',
    });
  });

  test('what waits for it says so, and is sent at once when the person asks', async ({
    keepsake,
  }) => {
    refuseDocuments(503);
    for (const path of ['/tides', '/moon']) {
      const popup = await askToSave(keepsake, await visit(keepsake, site.origin + path));
      await expect(popup.getByRole('heading', { name: 'Not saved yet, but safe' })).toBeVisible({
        timeout: 60_000,
      });
      await popup.close();
    }
    const panel = await openSaves(keepsake, 'Library, some on the way');
    const waiting = section(panel, 'On the way').getByRole('listitem');
    await expect(waiting).toHaveCount(2);
    await expect(panel.getByText('0 of 2 sent')).toBeVisible();

    service.meddle({});
    await waiting.first().getByRole('button', { name: 'Try now: Tides' }).click();
    await expect(section(panel, 'Saved').getByRole('listitem').first()).toBeVisible();
  });

  test('what waits since it was gone is sent, and what failed is read, once it answers a search', async ({
    keepsake,
  }) => {
    service.meddle({ isGone: true });
    const popup = await askToSave(keepsake, await visit(keepsake, `${site.origin}/tides`));
    await expect(popup.getByRole('heading', { name: 'Not saved yet, but safe' })).toBeVisible({
      timeout: 60_000,
    });
    await popup.close();
    const panel = await openSaves(keepsake, 'Library, some on the way');
    await putOffForAnHour(panel);
    const show = (name: string) =>
      panel.getByRole('navigation').getByRole('button', { name }).click();
    await show('Rules');
    const trouble = panel.getByText('Your memory cannot be reached').filter({ visible: true });
    await expect(trouble).toBeVisible({ timeout: 60_000 });

    service.meddle({});
    await show('Search');
    await panel.keyboard.type('tides');
    await panel.keyboard.press('Enter');
    await show('Library');
    await expect(section(panel, 'Saved').getByRole('listitem')).toHaveCount(1);
    await show('Rules');
    await expect(trouble).toHaveCount(0);
  });
});

/** Has what waits wait so long that nothing but an event can send it within the test. */
async function putOffForAnHour(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keepsake');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const tx = opening.result.transaction('outbox', 'readwrite');
          tx.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
          const reading = tx.objectStore('outbox').openCursor();
          reading.addEventListener('success', () => {
            const cursor = reading.result;
            if (cursor === null) return;
            const row = cursor.value;
            row.state.until += 3_600_000;
            row.keys.due[0] = row.state.until;
            cursor.update(row);
            cursor.continue();
          });
        });
      }),
  );
}

async function openSaves(keepsake: Keepsake, name: string): Promise<Page> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('navigation').getByRole('button', { name, exact: true }).click();
  await expect(panel.getByRole('tab', { name: 'Saved here' })).toBeFocused();
  return panel;
}

function section(panel: Page, name: string): Locator {
  return panel.getByRole('region', { name: new RegExp(`^${name}`) });
}
