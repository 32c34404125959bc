/** Tests saves in the side panel: which ones need attention, what the person can do, and what is saved. */
import { expect, type Page } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { askToSave, saveByPopup, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { en, enPlural, enStart } from '../english.ts';
import { askDeviceService, type Keepsake, test } from './keepsake.ts';
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

test('discards, restores and retries a failed save', async ({ settledKeepsake: keepsake }) => {
  isEmpty = true;
  const page = await visit(keepsake, `${site.origin}/tides`);
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const panel = await openSaves(
    keepsake,
    enPlural(1, 'panel_label_needy', { view: en('panel_views_library') }),
  );
  const { saves, library } = sidePanelPage(panel);
  await saves.attention.click();
  const row = saves.needy.getByRole('listitem');
  await expect(row).toContainText(en('errors_page_no_text_title'));
  await expect(row.getByRole('button', { name: en('saves_actions_edit') })).toHaveCount(0);

  await test.step('offers Undo in place of the discarded save', async () => {
    await row
      .getByRole('button', {
        name: en('saves_of', { action: en('saves_actions_discard'), title: 'Tides' }),
      })
      .click();
    await expect(saves.discarded.row).toContainText(en('saves_undo_one', { title: 'Tides' }));
    await expect(saves.discarded.undo).toBeFocused();
    await panel.keyboard.press('Enter');
    await expect(saves.discarded.row).toHaveCount(0);
    await expect(row.getByRole('heading', { name: 'Tides' })).toBeVisible();
  });

  await test.step('saves it on retry once the page has text', async () => {
    isEmpty = false;
    await page.reload();
    await row
      .getByRole('button', {
        name: en('saves_of', { action: en('common_retry'), title: 'Tides' }),
      })
      .click();
    await expect(library.list.getByRole('link', { name: 'Tides' })).toBeVisible();
    await expect(saves.attention).toHaveCount(0);
    await expect(panel.getByText(en('learned_one', { title: 'Tides' }))).toBeVisible();
  });
});

test('retries and discards a failed save in the popup, and restores it there', async ({
  settled: keepsake,
}) => {
  isEmpty = true;
  const page = await visit(keepsake, `${site.origin}/tides`);
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const popup = await keepsake.openPopup(page);
  const refused = popup.getByRole('heading', { name: en('outbox_notSaved') });
  await expect(refused).toBeVisible();

  const left = () =>
    popup.locator('.page-card').evaluate((card) => {
      const title = card.querySelector('.page-title') ?? card;
      return card.getBoundingClientRect().bottom - title.getBoundingClientRect().bottom;
    });
  await expect.poll(left).toBeLessThan(24);

  await popup.getByRole('button', { name: en('common_retry') }).click();
  await expect(
    popup.getByRole('paragraph').filter({ hasText: en('outbox_save_tried_one') }),
  ).toBeVisible();

  await popup.getByRole('button', { name: en('saves_actions_discard') }).press('Enter');
  await expect(refused).toHaveCount(0);
  const undo = popup.getByRole('button', {
    name: enStart('saves_of', { action: en('common_undo') }),
  });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(refused).toBeVisible();
  await expect(popup.locator('.save-progress')).toBeFocused();
});

test('deletes a saved page only after Yes to the service’s question', async ({
  settledKeepsake: keepsake,
}) => {
  await saveByPopup(keepsake, await visit(keepsake, `${site.origin}/tides`));
  const panel = await openSaves(keepsake, en('panel_views_library'));
  const remove = sidePanelPage(panel).library.list.getByRole('button', {
    name: en('saves_of', { action: en('saves_actions_delete'), title: 'Tides' }),
  });

  await remove.press('Enter');
  const dialog = panel.getByRole('dialog', {
    name: en('saves_deletion_title', { title: '“Tides”' }),
  });
  await expect(dialog).toContainText(en('bin_stays'));
  await panel.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(JSON.stringify(await askDeviceService(keepsake, '/v1/documents'))).toContain('Tides');

  await remove.click();
  await dialog.getByRole('button', { name: en('saves_deletion_yes') }).click();
  await expect(panel.getByText(en('saves_deletion_done', { title: '“Tides”' }))).toBeVisible();
  await expect(panel.getByRole('heading', { name: en('saves_empty_title') })).toBeVisible();
  expect(JSON.stringify(await askDeviceService(keepsake, '/v1/documents'))).not.toContain('Tides');
});

test.describe('when the service rejects saves', () => {
  let service: OwnService;
  test.beforeEach(async ({ keepsake }) => {
    service = await startOwnService();
    await keepsake.approveHost('http://127.0.0.1/*');
    await service.command('memory', 'create', 'Harbours');
    const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
    const settings = await keepsake.openExtensionPage('/options.html#connections');
    await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
    await settings.getByLabel(en('connections_address')).fill(service.url);
    await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
    await settings.keyboard.press('Enter');
    await expect(
      settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
    ).toBeVisible();
    await settings.close();
  });
  test.afterEach(() => service.close());

  /** Makes the service respond to every document with this status. */
  const refuseDocuments = (status: number) =>
    service.meddle({
      instead: ({ method, path }) =>
        method === 'POST' && path === '/v1/documents' ? { status, headers: {} } : undefined,
    });
  const sentDocuments = () =>
    service.passed
      .filter(({ method, path }) => method === 'POST' && path === '/v1/documents')
      .map(({ body }) => JSON.parse(body) as { title: string; content: string });

  test('lets the person edit a rejected save, and sends the edited version', async ({
    keepsake,
  }) => {
    refuseDocuments(400);
    const popup = await askToSave(keepsake, await visit(keepsake, `${site.origin}/tides`));
    await expect(popup.getByRole('heading', { name: en('outbox_notSaved') })).toBeVisible();
    await popup.close();
    const panel = await openSaves(
      keepsake,
      enPlural(1, 'panel_label_needy', { view: en('panel_views_library') }),
    );

    await sidePanelPage(panel).saves.attention.click();

    service.meddle({});
    await panel
      .getByRole('button', {
        name: en('saves_of', { action: en('saves_actions_edit'), title: 'Tides' }),
      })
      .click();
    const dialog = panel.getByRole('dialog', { name: en('saves_edit_title') });
    await expect(dialog.getByLabel(en('saves_edit_text'))).toHaveValue(
      /The keeper wrote down the weather/,
    );
    await dialog.getByLabel(en('saves_edit_name')).fill('The tides');
    await dialog.getByLabel(en('saves_edit_text')).fill('The moon pulls at the sea.');
    await dialog.getByRole('button', { name: en('saves_edit_save') }).click();

    await expect(dialog).toBeHidden();
    await expect(sidePanelPage(panel).library.list.getByRole('listitem')).toHaveCount(1);
    await expect
      .poll(() => sentDocuments().at(-1))
      .toMatchObject({ title: 'The tides', content: 'The moon pulls at the sea.' });
  });

  test('shows a waiting save as waiting, and sends it on request', async ({ keepsake }) => {
    refuseDocuments(503);
    for (const path of ['/tides', '/moon']) {
      const popup = await askToSave(keepsake, await visit(keepsake, site.origin + path));
      await expect(popup.getByRole('heading', { name: en('outbox_waiting') })).toBeVisible({
        timeout: 60_000,
      });
      await popup.close();
    }
    const panel = await openSaves(
      keepsake,
      en('panel_label_moving', { view: en('panel_views_library') }),
    );
    const waiting = sidePanelPage(panel).library.list.getByRole('listitem');
    await expect(waiting).toHaveCount(2);
    await expect(panel.getByText(en('saves_progress_text', { sent: 0, total: 2 }))).toBeVisible();

    service.meddle({});
    await waiting
      .first()
      .getByRole('button', {
        name: en('saves_of', { action: en('saves_actions_retryNow'), title: 'Tides' }),
      })
      .click();
    await expect(sidePanelPage(panel).library.list.getByRole('listitem').first()).toBeVisible();
  });

  test('retries saves that waited or failed during an outage once the service responds to a search', async ({
    keepsake,
  }) => {
    service.meddle({ isGone: true });
    const popup = await askToSave(keepsake, await visit(keepsake, `${site.origin}/tides`));
    await expect(popup.getByRole('heading', { name: en('outbox_waiting') })).toBeVisible({
      timeout: 60_000,
    });
    await popup.close();
    const panel = await openSaves(
      keepsake,
      en('panel_label_moving', { view: en('panel_views_library') }),
    );
    // A save can’t be delayed while it’s being sent, so try until it’s waiting.
    await expect.poll(() => putOffForAnHour(panel)).toBe(1);
    const show = (name: string) =>
      panel.getByRole('navigation').getByRole('button', { name }).click();
    await show(en('panel_views_profile'));
    const trouble = panel
      .getByText(en('errors_memory_unreachable_title'))
      .filter({ visible: true });
    await expect(trouble).toBeVisible({ timeout: 60_000 });

    service.meddle({});
    await show(en('panel_views_search'));
    await panel.keyboard.type('tides');
    await panel.keyboard.press('Enter');
    await show(en('panel_views_library'));
    await expect(sidePanelPage(panel).library.list.getByRole('listitem')).toHaveCount(1);
    await show(en('panel_views_profile'));
    await expect(trouble).toHaveCount(0);
  });
});

/** Delays every waiting save by an hour, so that only an event sends it during the test. Returns how many. */
function putOffForAnHour(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        let changed = 0;
        const opening = indexedDB.open('keepsake');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const tx = opening.result.transaction('outbox', 'readwrite');
          tx.addEventListener('complete', () => {
            opening.result.close();
            resolve(changed);
          });
          tx.addEventListener('abort', () => reject(tx.error));
          const reading = tx.objectStore('outbox').openCursor();
          reading.addEventListener('success', () => {
            const cursor = reading.result;
            if (cursor === null) return;
            const row = cursor.value;
            if (row.state.status === 'waiting') {
              row.state.until += 3_600_000;
              row.keys.due[0] = row.state.until;
              cursor.update(row);
              changed += 1;
            }
            cursor.continue();
          });
        });
      }),
  );
}

async function openSaves(keepsake: Keepsake, name: string): Promise<Page> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('navigation').getByRole('button', { name, exact: true }).click();
  return panel;
}
