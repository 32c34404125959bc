/** Tests that everything in Keepsake works by keyboard alone. Fails at anything Tab can't reach. */
import { notices } from '../../service/owner-app/layout.ts';
import { expect, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { firstHit, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { en } from '../english.ts';
import {
  expectFocusOn,
  expectFocusSeen,
  tabAndPress,
  tabTo,
  writeAnew,
} from './keyboard-navigation.ts';
import { addDocument, addTitled, type OwnService, startOwnService } from './own-service.ts';
import { chromiumExtension, test as base } from './shared-browsers.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';

/** One browser for all tests; each test continues where the previous one left off. */
let keepsake: ChromiumExtension;
let site: PageServer;
let service: OwnService;

base.beforeAll(async () => {
  site = await servePages({
    '/tower': article('The tower', [filler(60), `${filler(2)} ${sentence}`, filler(60)]),
    '/tides': article('Tides', [`The tides of the bay come twice a day. ${filler(8)}`]),
    '/bay': article('The bay', [`A bay is where the boats lie. ${filler(8)}`]),
    '/moon': article('The moon', [`There is no weather on the moon. ${filler(8)}`]),
  });
  service = await startOwnService();
  keepsake = await launchChromium({ extensionDir: chromiumExtension });
  // The browser's own prompt can't be answered without a screen.
  await keepsake.approveHost('http://127.0.0.1/*');
});
base.afterAll(async () => {
  await keepsake.close();
  await site.close();
  await service.close();
});

const test = base.extend<{ openPopup: (path: string) => Promise<Page> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  openPopup: async ({}, use) => {
    const before = new Set(keepsake.context.pages());
    await use(async (path) => keepsake.openPopup(await visit(keepsake, site.origin + path)));
    for (const page of keepsake.context.pages()) if (!before.has(page)) await page.close();
  },
});
test.describe.configure({ mode: 'serial' });

test('sets up the service on this device with a first Memory', async () => {
  const welcome = await keepsake.openExtensionPage('/welcome.html');
  await tabAndPress(welcome, button(welcome, en('connections_onDevice_action')));
  const name = welcome.getByRole('textbox', { name: en('settings_memories_label') });
  await expect(name).toBeFocused();
  await expectFocusSeen(welcome);

  await test.step('accepts a suggestion, and types over it', async () => {
    await tabAndPress(welcome, button(welcome, en('welcome_memory_suggestions_n2')), 'Space');
    await expect(name).toHaveValue(en('welcome_memory_suggestions_n2'));
    await tabTo(welcome, name, 'Shift+Tab');
    await writeAnew(welcome, 'Reading');
    await welcome.keyboard.press('Enter');
  });

  await expect(welcome.getByRole('heading', { name: en('welcome_ready_title') })).toBeVisible();
  await welcome.close();
});

test('saves the current page with Enter when the popup opens', async ({ openPopup }) => {
  const popup = await openPopup('/tower');
  await expect(button(popup, en('popup_save'))).toBeFocused();
  await expectFocusSeen(popup);

  await popup.keyboard.press('Enter');

  await expect(popup.getByRole('heading', { name: en('outbox_searchable') })).toBeVisible();
});

test('saves to a new Memory, and to a chosen one', async ({ openPopup }) => {
  const popup = await openPopup('/tides');
  const picker = popup.getByRole('combobox', { name: en('common_saveTo') });
  await expect(button(popup, en('popup_save'))).toBeFocused();

  await test.step('creates a Memory from the last item of the list, and leaves with Escape', async () => {
    await tabTo(popup, picker, 'Shift+Tab');
    await expect(picker).toHaveText('Reading');
    await popup.keyboard.press('ArrowDown');
    await expect(popup.getByRole('listbox')).toBeVisible();
    await popup.keyboard.press('Escape');
    await expect(popup.getByRole('listbox')).toBeHidden();
    await popup.keyboard.press('Enter');
    await popup.keyboard.press('End');
    await popup.keyboard.press('Enter');
    await expect(popup.getByRole('textbox', { name: en('popup_newMemoryName') })).toBeFocused();
    await popup.keyboard.type('Harbours');
    await popup.keyboard.press('Enter');
    await expect(picker).toHaveText('Harbours');
    await tabAndPress(popup, button(popup, en('popup_save')));
    await expect(popup.getByRole('heading', { name: en('outbox_searchable') })).toBeVisible();
  });

  await test.step('chooses another by the first letter of its name', async () => {
    const other = await openPopup('/moon');
    const chosen = other.getByRole('combobox', { name: en('common_saveTo') });
    await tabTo(other, chosen, 'Shift+Tab');
    await expect(chosen).toHaveText('Harbours');
    await other.keyboard.press('r');
    await other.keyboard.press('Enter');
    await expect(chosen).toHaveText('Reading');
    await tabAndPress(other, button(other, en('popup_save')));
    await expect(other.getByRole('heading', { name: en('outbox_searchable') })).toBeVisible();
  });

  await test.step('lists each page in its Memory in the Library', async () => {
    const panel = await keepsake.openExtensionPage('/sidepanel.html');
    await tabAndPress(panel, button(panel, en('panel_views_library')));
    await expectFocusOn(sidePanelPage(panel).saves.filter.words);
    const row = (title: string) => panel.getByRole('listitem').filter({ hasText: title });
    await expect(row('Tides')).toContainText('Harbours');
    await expect(row('The moon')).toContainText('Reading');
  });
});

test('starts a search in the popup, continues in the panel, and opens a result at its passage', async ({
  openPopup,
}) => {
  const popup = await openPopup('/moon');
  await tabTo(popup, popup.getByRole('combobox', { name: en('popup_search') }));
  await popup.keyboard.type('keeper');
  const panelUrl = keepsake.url('/sidepanel.html');
  const handedOver = keepsake.context.waitForEvent('page', (page) =>
    page.url().startsWith(panelUrl),
  );
  // The popup closes while the key is being handled, which the driver reports as an error.
  await popup.keyboard.press('Enter').catch(() => undefined);
  const panel = await handedOver;

  await test.step('searches one Memory, then all again', async () => {
    const box = panel.getByRole('combobox', { name: en('search_search') });
    await expect(box).toHaveValue('keeper');
    await expect(panel.getByRole('article')).toHaveCount(3);
    const filter = panel.getByRole('radiogroup', { name: en('search_filter_label') });
    await tabTo(panel, filter.getByRole('radio', { name: en('search_filter_all') }));
    await panel.keyboard.press('ArrowRight');
    await expect(filter.getByRole('radio', { name: 'Reading' })).toBeChecked();
    await expectFocusSeen(panel);
    await expect(panel.getByRole('article')).toHaveCount(2);
    await panel.keyboard.press('ArrowLeft');
    await expectFocusOn(filter.getByRole('radio', { name: en('search_filter_all') }));
    await expect(panel.getByRole('article')).toHaveCount(3);
  });

  await test.step('changes the words, and moves to the results with the arrow keys', async () => {
    await panel.keyboard.press('/');
    await writeAnew(panel, 'violet barometer');
    await expect(panel.getByRole('article')).toHaveCount(1);
    await expect(firstHit(panel)).toContainText(sentence);
    await panel.keyboard.press('ArrowDown');
    await expectFocusOn(button(firstHit(panel), 'The tower'));
    await expectFocusSeen(panel);
  });

  const opening = keepsake.context.waitForEvent('page');
  await panel.keyboard.press('Enter');
  const opened = await opening;
  await expect(opened.getByText(sentence.slice(0, 40))).toBeInViewport();
  expect(await opened.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('asks what the profile says about a topic, and goes back', async () => {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await tabAndPress(panel, button(panel, en('panel_views_profile')));
  await expect(panel.getByRole('heading', { name: en('profile_title'), level: 2 })).toBeVisible();
  const about = panel.getByRole('searchbox', { name: en('profile_about') });

  await tabTo(panel, about, 'Shift+Tab');
  await panel.keyboard.type('barometer');
  await panel.keyboard.press('Enter');
  await expect(
    panel.getByRole('heading', { name: en('profile_found_title', { q: 'barometer' }) }),
  ).toBeVisible();

  await tabAndPress(panel, button(panel, en('profile_back')));
  await expect(about).toBeFocused();
  await expect(about).toHaveValue('');
  await expect(
    panel.getByRole('heading', { name: en('profile_found_title', { q: 'barometer' }) }),
  ).toHaveCount(0);
  await panel.close();
});

test('connects a service with a key in the settings, and answers a question with its sources', async () => {
  const memory = await service.command('memory', 'create', 'Towers');
  await addDocument(service, memory, sentence);
  const flags = ['--name', 'Keepsake', '--level', 'full', '--agent', '--profile'];
  const key = await service.command('key', 'create', ...flags);

  await test.step('types address and key, and connects with Enter', async () => {
    const settings = await keepsake.openExtensionPage('/options.html#connections');
    await tabAndPress(settings, button(settings, en('connections_withKey_action')));
    await expect(settings.getByRole('textbox', { name: en('connections_address') })).toBeFocused();
    await expectFocusSeen(settings);
    await settings.keyboard.type(service.url);
    await tabTo(settings, settings.getByLabel(en('connections_key'), { exact: true }));
    await settings.keyboard.type(key);
    await settings.keyboard.press('Enter');
    await expect(
      settings.getByText(en('connections_works_inReach', { memories: 'Towers' })),
    ).toBeVisible();
    await expect(button(settings, en('connections_withKey_action'))).toBeFocused();
    await settings.close();
  });

  await test.step('asks with Enter, and shows the quotes that answer', async () => {
    const panel = await keepsake.openExtensionPage('/sidepanel.html');
    await tabAndPress(
      panel,
      panel.getByRole('navigation').getByRole('button', { name: en('panel_views_ask') }),
    );
    await tabTo(panel, panel.getByRole('textbox', { name: en('ask_ask') }));
    await panel.keyboard.type('Who read the barometer?');
    await panel.keyboard.press('Enter');
    const turn = panel.getByRole('article', { name: 'Who read the barometer?' });
    await expect(turn.getByText(en('ask_quotes'), { exact: true })).toBeVisible();
    await expect(turn.getByRole('list').getByRole('article').first()).toContainText(sentence);
    await tabTo(panel, button(turn, en('ask_copy')), 'Shift+Tab');
    await panel.close();
  });
});

test('deletes a save in the Library only after confirmation, and not on the first Enter', async ({
  openPopup,
}) => {
  const popup = await openPopup('/bay');
  await expect(button(popup, en('popup_save'))).toBeFocused();
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('heading', { name: en('outbox_searchable') })).toBeVisible();
  await popup.close();
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await tabAndPress(panel, button(panel, en('panel_views_library')));
  await expectFocusOn(sidePanelPage(panel).saves.filter.words);
  const row = panel.getByRole('listitem').filter({ hasText: 'The bay' });
  const remove = row.getByRole('button', {
    name: en('saves_of', { action: en('saves_actions_delete'), title: 'The bay' }),
  });
  const dialog = panel.getByRole('dialog', {
    name: en('saves_deletion_title', { title: '“The bay”' }),
  });
  const asked = () =>
    service.passed.filter(
      ({ method, path }) => method === 'DELETE' && path.includes('/documents/'),
    );

  await test.step('focuses No, and returns to the row on Enter', async () => {
    await tabAndPress(panel, remove);
    await expect(dialog.getByRole('button', { name: en('common_cancel') })).toBeFocused();
    await expectFocusSeen(panel);
    await expect(dialog.locator('blockquote')).not.toBeEmpty();
    expect(asked()).toHaveLength(1);
    const { message } = JSON.parse(asked()[0]?.answer ?? '') as { message: string };
    await expect(dialog.locator('blockquote')).toHaveText(message);
    await panel.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(remove).toBeFocused();
    expect(asked().map(({ path }) => path)).not.toContainEqual(expect.stringContaining('confirm'));
  });

  await test.step('reaches Yes with one more Tab', async () => {
    await panel.keyboard.press('Enter');
    await expect(dialog.locator('blockquote')).not.toBeEmpty();
    await tabAndPress(panel, dialog.getByRole('button', { name: en('saves_deletion_yes') }));
    await expect(
      panel.getByText(en('saves_deletion_done', { title: '“The bay”' })).first(),
    ).toBeAttached();
    await expect(row).toHaveCount(0);
  });
  expect(asked().at(-1)?.path).toMatch(/\?confirm=true$/);
  await panel.close();
});

test('lists everything other clients saved in the Library, and deletes only after confirmation', async () => {
  const memory = await service.command('memory', 'create', 'Ledgers');
  const titles = Array.from({ length: 56 }, (_, at) => `Ledger ${at + 1}`);
  await addTitled(service, memory, titles);
  const listings = () => service.passed.filter(({ path }) => path.startsWith('/v1/documents?'));
  const lastDeletion = () => service.passed.findLast(({ method }) => method === 'DELETE');
  const before = listings().length;
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  const { library, saves } = sidePanelPage(panel);
  // The panel reopens at the view where the previous test left it.
  await expectFocusOn(saves.filter.words);
  const { rows } = library;
  const title = (at: number) => rows.nth(at).getByRole('heading');
  await expect(title(0)).toHaveText('Ledger 56');
  expect(listings().length).toBeGreaterThan(before);

  await test.step('shows one Memory alone, and loads more at the end of the list', async () => {
    await tabTo(panel, saves.filter.memory);
    await panel.keyboard.type('Ledgers');
    await expect(library.memoryChips.filter({ hasNotText: 'Ledgers' })).toHaveCount(0);
    await tabTo(panel, rows.first().getByRole('button'));
    await panel.keyboard.press('End');
    await expect(rows).toHaveCount(56);
    await tabTo(panel, rows.nth(50).getByRole('button'));
    expect(await rows.getByRole('heading').allTextContents()).toEqual(titles.toReversed());
  });

  await test.step('shows the service’s question before deleting, and deletes on Yes', async () => {
    await panel.keyboard.press('Delete');
    const dialog = panel.getByRole('dialog', {
      name: en('saves_deletion_title', { title: '“Ledger 6”' }),
    });
    await expect(dialog.getByRole('button', { name: en('common_cancel') })).toBeFocused();
    await expect(dialog.locator('blockquote')).toContainText('Confirm to delete “Ledger 6”');
    const { message } = JSON.parse(lastDeletion()?.answer ?? '') as { message: string };
    await expect(dialog.locator('blockquote')).toHaveText(message);
    await tabAndPress(panel, dialog.getByRole('button', { name: en('saves_deletion_yes') }));
    await expect(
      panel.getByText(en('saves_deletion_done', { title: '“Ledger 6”' })).first(),
    ).toBeAttached();
    await expect(rows).toHaveCount(55);
    await expectFocusOn(rows.nth(50).getByRole('button'));
    await expect(title(50)).toHaveText('Ledger 5');
  });
  expect(lastDeletion()?.path).toMatch(/\?confirm=true$/);
  await panel.close();
});

test('connects a service read-only, consent included', async () => {
  const owner = await visit(keepsake, await service.command('sign-in-link'));
  await tabAndPress(owner, button(owner, 'Sign in'));
  await expect(owner.getByRole('status')).toHaveText(notices['signed-in']);
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await tabAndPress(settings, button(settings, en('connections_readOnly_action')));
  await expect(settings.getByRole('textbox', { name: en('connections_address') })).toBeFocused();
  await settings.keyboard.type(service.url);
  const asking = keepsake.context.waitForEvent('page', (page) => page !== settings);
  await tabAndPress(settings, button(settings, en('connections_readOnly_submit')));
  const consent = await asking;

  // The window closes while the key is being handled, which the driver reports as an error.
  await tabTo(consent, button(consent, 'Allow'));
  await consent.keyboard.press('Enter').catch(() => undefined);

  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Towers and Ledgers' })),
  ).toBeVisible();
  await expect(
    settings.locator('#connections').getByText(en('connection_readOnly_title')),
  ).toBeVisible();

  await test.step('lists the library, and offers no Delete', async () => {
    const panel = await keepsake.openExtensionPage('/sidepanel.html');
    const { list, rows } = sidePanelPage(panel).library;
    await expect(rows.first()).toBeVisible();
    await expect(list.getByRole('button')).toHaveCount(0);
  });
});

const button = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true });

const article = (title: string, paragraphs: readonly string[]) =>
  articleHtml({ title, paragraphs });
