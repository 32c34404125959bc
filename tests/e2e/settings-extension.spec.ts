/** Tests the extension's own settings in Chromium: permissions, saving, diagnostics and forgetting. */
import { expect, type Page } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import {
  askToSave,
  firstHit,
  saveByPopup,
  selectWords,
  settleIn,
  showSettings,
  visit,
} from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enWithin } from '../english.ts';
import { test } from './keepsake.ts';
import { badgeOf } from './toolbar-badge.ts';

const sentence = 'A violet barometer hung beside the door of the tower.';
const title = 'The ledger of Grandmother';
const pattern = 'http://127.0.0.1/*';

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];
  site = await servePages({ '/': articleHtml({ title, paragraphs }) });
});
test.afterAll(() => site.close());

test('shows permissions, saving options and diagnostics, and forgets everything', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Letters of Grandmother');
  const page = await visit(keepsake, site.origin);
  await (await saveByPopup(keepsake, page)).close();
  const settings = await keepsake.openExtensionPage('/options.html#permissions');
  const permissions = settings.locator('#permissions');

  await test.step('opens the page of a section in the address, and marks it as current', async () => {
    await expect(
      settings.getByRole('heading', { name: en('permissions_title'), exact: true }),
    ).toBeInViewport();
    await expect(settings.locator('nav [aria-current]')).toHaveText(en('settings_advanced'));
  });

  await test.step('lists a site as soon as it is allowed, with the time', async () => {
    await expect(permissions).toContainText(en('highlights_sites_empty'));
    await keepsake.approveHost(pattern);
    await allow(settings);
    const row = permissions.locator(`[data-readable="${pattern}"]`);
    await expect(row).toContainText('127.0.0.1');
    await expect(row).toContainText(enWithin('permissions_since', { when: /.*\d{4}/ }));
  });

  await test.step('marks saved pages if the option is on', async () => {
    await page.reload();
    await expect.poll(async () => (await badgeOf(keepsake, page)).text).not.toBe('');
    await turn(settings, en('captureOptions_marksSaved_title'));
    await page.goto(`${site.origin}/?again`);
    await page.goto(site.origin);
    expect((await badgeOf(keepsake, page)).text).toBe('');
    await turn(settings, en('captureOptions_marksSaved_title'));
    await page.reload();
    await expect.poll(async () => (await badgeOf(keepsake, page)).text).not.toBe('');
  });

  await test.step('offers a selection first if the option is on', async () => {
    await selectWords(page, sentence);
    const offers = await keepsake.openPopup(page);
    await expect(offers.locator('.selection-form')).toContainText('violet barometer');
    await offers.close();
    await turn(settings, en('captureOptions_offersSelection_title'));
    await selectWords(page, sentence);
    const popup = await keepsake.openPopup(page);
    await expect(popup.getByText(title).first()).toBeVisible();
    await expect(popup.locator('.selection-form')).toHaveCount(0);
    await popup.close();
  });

  await test.step('keeps an option off after it is turned off', async () => {
    await settings.reload();
    await showSettings(settings, 'settings_general');
    const offers = settings.getByRole('switch', {
      name: en('captureOptions_offersSelection_title'),
    });
    await expect(offers).toHaveAttribute('aria-checked', 'false');
  });

  await test.step('shows no notice of an indexed page if the option is off', async () => {
    await turn(settings, en('captureOptions_tellsLearned_title'));
    const other = await visit(keepsake, `${site.origin}/?other`);
    // Close the popup immediately: an open one would consume the notice.
    await (await askToSave(keepsake, other)).close();
    await expect.poll(async () => (await badgeOf(keepsake, other)).text).toBe('✓');
    expect(await stores(settings)).not.toMatch(/"learned\.news":\{[^}]*"pages":\[\{/);
    await other.close();
  });

  await test.step('reports figures and codes in the diagnostics, and nothing that was saved', async () => {
    await showSettings(settings, 'settings_advanced');
    await settings.getByRole('button', { name: en('about_diagnostics_action') }).click();
    const report = settings.getByRole('textbox', { name: en('about_diagnostics_label') });
    await expect(report).toHaveValue(/Active connection: device/);
    const text = await report.inputValue();
    expect(text).toMatch(/Saves: .*learned 2/);
    expect(text).toMatch(/other sites 1/);
    for (const secret of ['Grandmother', 'Letters', 'ledger', 'barometer', '127.0.0.1']) {
      expect(text).not.toContain(secret);
    }
  });

  await test.step('removes a site from the list when it is revoked here or in the browser', async () => {
    const row = permissions.locator('[data-readable]');
    await row.getByRole('button').click();
    await expect(row).toHaveCount(0);
    await expect(
      permissions.getByRole('heading', { name: en('permissions_title'), exact: true }),
    ).toBeFocused();
    await allow(settings);
    await expect(row).toHaveCount(1);
    await settings.evaluate((origin) => chrome.permissions.remove({ origins: [origin] }), pattern);
    await expect(row).toHaveCount(0);
  });

  await test.step('offers to forget everything under the data, lists what that removes, and leaves nothing', async () => {
    await showSettings(settings, 'settings_data_title');
    await settings
      .locator('#data')
      .getByRole('button', { name: en('connections_forgetting_action') })
      .click();
    const dialog = settings.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await dialog
      .getByLabel(en('connections_forgetting_type'))
      .fill(en('connections_forgetting_word'));
    await dialog.getByRole('button', { name: en('connections_forgetting_title') }).click();
    await expect(settings.getByText(en('connections_forgetting_done'))).toBeVisible();
    await showSettings(settings, 'connections_title');
    await expect(settings.getByText(en('connections_textOfNone'))).toBeVisible();
    await expect.poll(() => stores(settings)).toBe('[{},{}]');
    await showSettings(settings, 'settings_general');
    await expect(
      settings.getByRole('switch', { name: en('captureOptions_offersSelection_title') }),
    ).toHaveAttribute('aria-checked', 'true');
  });

  await test.step('keeps the Memories, and shows them again with the connection on this device', async () => {
    const welcome = await keepsake.openExtensionPage('/welcome.html');
    await welcome.getByRole('button', { name: en('connections_onDevice_action') }).click();
    await expect(welcome.getByText(en('welcome_found'))).toBeVisible();
    await expect(welcome.locator('.welcome-memories')).toContainText('Letters of Grandmother');
    const panel = await keepsake.openExtensionPage('/sidepanel.html');
    await panel.getByRole('combobox', { name: en('search_search') }).fill('violet barometer');
    await panel.keyboard.press('Enter');
    await expect(firstHit(panel)).toContainText(sentence);
  });
});

/** Requests permission for the site on a click, as a surface does. */
async function allow(settings: Page): Promise<void> {
  await settings.evaluate((origin) => {
    const button = globalThis.document.createElement('button');
    button.id = 'ask';
    button.addEventListener(
      'click',
      () => {
        void chrome.permissions.request({ origins: [origin] });
        button.remove();
      },
      { once: true },
    );
    button.textContent = 'Ask for the site of the test';
    globalThis.document.body.prepend(button);
  }, pattern);
  await settings.locator('#ask').click();
}

async function turn(settings: Page, name: string): Promise<void> {
  await settings.bringToFront();
  await showSettings(settings, 'settings_general');
  const option = settings.getByRole('switch', { name });
  const before = await option.getAttribute('aria-checked');
  await option.click();
  await expect(option).not.toHaveAttribute('aria-checked', before ?? '');
}

/** Returns everything in session and local storage. */
function stores(extensionPage: Page): Promise<string> {
  return extensionPage.evaluate(async () =>
    JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)]),
  );
}

declare const chrome: {
  permissions: Record<'request' | 'remove', (what: { origins: string[] }) => Promise<boolean>>;
  storage: Record<'local' | 'session', { get: (keys: null) => Promise<object> }>;
};
