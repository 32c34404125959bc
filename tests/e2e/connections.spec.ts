/**
 * Tests a connection with a key in Chromium against the project's own service: connected, revoked
 * and replaced.
 */
import { expect, type Page } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import {
  askToSave,
  firstHit,
  saveByPopup,
  searchFromPopup,
  showSettings,
  visit,
} from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enPlural, enStart } from '../english.ts';
import { storedItems, test } from './keepsake.ts';
import { type OwnService, startOwnService } from './own-service.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';

let service: OwnService;
let site: PageServer;

test.beforeEach(async ({ keepsake }) => {
  service = await startOwnService();
  const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];
  site = await servePages({ '*': articleHtml({ title: 'The ledger', paragraphs }) });
  await keepsake.approveHost('http://127.0.0.1/*');
});
test.afterEach(async () => {
  await site.close();
  await service.close();
});

test('finds a saved page until its key is revoked, and then sends no more requests', async ({
  keepsake,
}) => {
  await service.command('memory', 'create', 'Harbours');
  const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  const settings = await keepsake.openExtensionPage('/options.html#connections');

  await test.step('explains a wrong key and keeps nothing', async () => {
    await connectWithKey(settings, service.url, `${key}x`);
    await expect(settings.getByRole('alert')).toContainText(en('connections_withdrawn_key'));
    await expect(settings.getByText(en('connections_textOfNone'))).toBeVisible();
  });

  await test.step('connects with the right key', async () => {
    await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
    await settings.keyboard.press('Enter');
    await expect(
      settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
    ).toBeVisible();
    const connections = settings.getByRole('list', { name: en('connections_title') });
    await expect(connections).toContainText(
      en('connections_credential_keyEnding', { lastFour: key.slice(-4) }),
    );
    await expect(connections).toContainText(en('connections_inUse'));
    expect(await settings.content()).not.toContain(key);
  });

  const page = await visit(keepsake, site.origin);
  const panel = await test.step('saves a page and finds it', async () => {
    await saveByPopup(keepsake, page);
    const found = await searchFromPopup(keepsake, page, 'barometer tower nobody');
    await expect(firstHit(found)).toContainText(sentence);
    await expect(firstHit(found)).toContainText('Harbours');
    return found;
  });

  await test.step('reports that the key is revoked, and sends no more requests', async () => {
    await service.command('key', 'revoke', 'Keepsake');
    await panel.getByRole('combobox', { name: en('search_search') }).fill('barometer');
    await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
    await settings.bringToFront();
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeVisible();
    await expect(settings.getByText(enStart('common_reference'))).toBeVisible();
    const asked = service.passed.length;

    await panel.getByRole('combobox', { name: en('search_search') }).fill('tower');
    await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
    await expect(panel.getByText(en('connections_withdrawn_key'))).toBeVisible();
    await expect(panel.getByRole('status')).toHaveText(en('search_announce_failed'));
    expect(service.passed.length).toBe(asked);

    await settings.getByRole('button', { name: en('common_retry') }).click();
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeHidden();
  });

  await test.step('learns again that the key is revoked, and holds the next save without a request', async () => {
    const refused = await keepsake.openPopup(await visit(keepsake, `${site.origin}/second`));
    // Wait until the popup's own request has failed with the revoked key; otherwise the save itself would be sent.
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeVisible();
    await refused.getByRole('button', { name: en('popup_save') }).click();
    await expect(refused.getByText(enPlural(1, 'connections_waiting'))).toBeVisible();
    await settings.bringToFront();
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeVisible();
    const asked = service.passed.length;

    const shown = await askToSave(keepsake, await visit(keepsake, `${site.origin}/third`));
    await expect(shown.getByText(enPlural(2, 'connections_waiting'))).toBeVisible();
    await expect(shown.getByText(en('connections_withdrawn_key'))).toBeVisible();
    expect(service.passed).toHaveLength(asked);
    return shown;
  });

  await test.step('resumes with another key', async () => {
    const another = await service.command('key', 'create', '--name', 'Next', '--level', 'write');
    await settings.bringToFront();
    await settings.getByRole('button', { name: en('connections_anotherKey') }).click();
    await settings.getByLabel(en('connections_key'), { exact: true }).fill(another);
    await settings.keyboard.press('Enter');
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeHidden();
    await expect.poll(savedPages).toEqual(['/', '/second', '/third']);
  });

  await test.step('replaces the second key with a third for the same address', async () => {
    const third = await service.command('key', 'create', '--name', 'Third', '--level', 'write');
    await connectWithKey(settings, service.url, third);
    await settings.getByRole('button', { name: en('connections_kept_replace') }).click();
    const kept = settings
      .getByRole('list', { name: en('connections_title') })
      .getByRole('listitem');
    await expect(kept).toContainText([
      en('connections_credential_keyEnding', { lastFour: third.slice(-4) }),
    ]);
    await expect(kept).toHaveCount(1);
  });

  await test.step('asks for the confirmation word before forgetting everything, and leaves nothing', async () => {
    await showSettings(settings, 'settings_data_title');
    await settings.getByRole('button', { name: en('connections_forgetting_action') }).click();
    const dialog = settings.getByRole('dialog');
    const yes = dialog.getByRole('button', { name: en('connections_forgetting_title') });
    await expect(yes).toBeDisabled();
    await dialog
      .getByLabel(en('connections_forgetting_type'))
      .fill(en('connections_forgetting_word'));
    await yes.click();
    await expect(settings.getByText(en('connections_forgetting_done'))).toBeVisible();
    await showSettings(settings, 'connections_title');
    await expect(settings.getByText(en('connections_textOfNone'))).toBeVisible();
  });
});

test('connects with a session-only key on the welcome page, and asks for it again after a restart', async ({
  keepsake,
}) => {
  await service.command('memory', 'create', 'Harbours');
  await service.command('memory', 'create', 'Orchards');
  const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  const welcome = await keepsake.openExtensionPage('/welcome.html');

  await test.step('suggests localhost for an address that the browser can’t grant permission for', async () => {
    await connectWithKey(welcome, service.url.replace('127.0.0.1', '[::1]'), key);
    const port = new URL(service.url).port;
    await expect(welcome.getByRole('alert')).toContainText(`http://localhost:${port}`);
    expect(service.passed).toEqual([]);
  });

  await test.step('connects, and lets the person choose where saves go', async () => {
    await welcome.getByLabel(en('connections_address')).fill(service.url);
    await welcome.getByLabel(en('connections_forgetsKey')).check();
    await welcome.getByRole('button', { name: en('connections_connect'), exact: true }).click();
    await welcome.getByRole('radio', { name: 'Orchards' }).check();
    await welcome.getByRole('button', { name: en('welcome_choose_action') }).click();
    await expect(welcome.getByRole('heading', { name: en('welcome_ready_title') })).toBeVisible();
  });

  await test.step('asks for the key again after a restart, and holds new saves', async () => {
    await keepsake.restart();
    const before = service.passed.length;
    const page = await visit(keepsake, `${site.origin}/later`);
    // The browser treats an extension loaded at startup as new and opens its welcome page in front.
    await expect
      .poll(() => keepsake.context.pages().map((shown) => shown.url()))
      .toContain(keepsake.url('/welcome.html'));
    await page.bringToFront();
    const popup = await askToSave(keepsake, page);
    await expect(
      popup.getByText(en('connections_credentialTrouble_missingKey_title')),
    ).toBeVisible();
    await expect(popup.getByText(enPlural(1, 'connections_waiting'))).toBeVisible();
    expect(await storedItems(popup)).toMatchObject([
      { container: { name: 'Orchards' }, state: { status: 'paused' } },
    ]);
    expect(service.passed).toHaveLength(before);
  });

  await test.step('sends waiting saves to a connection on this device', async () => {
    const settings = await keepsake.openExtensionPage('/options.html#connections');
    await settings.getByRole('button', { name: en('connections_onDevice_action') }).click();
    await settings.getByRole('button', { name: en('settings_memories_add') }).click();
    await settings.getByLabel(en('settings_memories_label')).fill('Reading');
    await settings.keyboard.press('Enter');
    await showSettings(settings, 'connections_title');
    await settings.getByRole('button', { name: en('connections_moving_action') }).click();
    await settings.getByRole('button', { name: enPlural(1, 'connections_moving_yes') }).click();
    await expect
      .poll(() => storedItems(settings))
      .toMatchObject([{ container: { name: 'Reading' }, state: { status: 'learned' } }]);
  });
});

async function connectWithKey(settings: Page, address: string, key: string): Promise<void> {
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(address);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
}

/** Returns the path of each page the service accepted, once per request. */
function savedPages(): string[] {
  const taken = service.passed.filter(
    ({ method, path, answer }) =>
      method === 'POST' && path === '/v1/documents' && answer.includes('"queued"'),
  );
  return taken
    .map(({ body }) => new URL((JSON.parse(body) as { custom_id: string }).custom_id).pathname)
    .toSorted();
}
