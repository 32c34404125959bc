import { en, enLead } from '../english.ts';
import { connection, noConnection, states, transferFile } from '../gallery/fixtures.ts';
import { expect, saveChanged, test } from './surface-test.ts';

const deletionText = `41 pages, 1 note, and 3 facts. ${en('bin_stays')}`;

const pages = [
  ['general', 'settings_general', ['saving', 'shortcuts']],
  ['memories', 'settings_memories_title', ['memories', 'rules']],
  ['connections', 'connections_title', ['connections']],
  ['data', 'settings_data_title', ['data']],
  ['advanced', 'settings_advanced', ['permissions', 'about']],
] as const;

test('shows one page at a time, and moves focus to it', async ({ open, page, settings }) => {
  await open('options/general');
  for (const [, title, sections] of [...pages.slice(1), ...pages.slice(0, 1)]) {
    await settings.openPage(title).press('Enter');
    await expect(page.getByRole('main', { name: en(title), exact: true })).toBeFocused();
    await expect(page.locator('nav [aria-current=page]')).toHaveText(en(title));
    await expect(page.getByRole('heading', { level: 1, name: en(title) })).toBeVisible();
    for (const section of sections) await expect(settings.section(section)).toBeVisible();
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(sections.length);
    await expect(page).toHaveTitle(new RegExp(en(title)));
  }
});

test('opens the page of any section in the address', async ({ open, page, settings }) => {
  await open('options/general');
  const anchors = pages.flatMap(([name, , sections]) => [name, ...sections]);
  for (const anchor of [...anchors, 'sites']) {
    await page.evaluate((hash) => location.assign(`#${hash}`), anchor);
    const [, , [first]] =
      pages.find(([name, , all]) => name === anchor || all.some((one) => one === anchor)) ??
      pages[4];
    await expect(settings.section(first)).toBeVisible();
  }
});

test('keeps what a person is entering while another page is shown', async ({
  open,
  page,
  settings,
}) => {
  await open('options/naming');
  await settings.memories.add.press('Enter');
  await page.keyboard.type('Letters');
  for (const title of ['settings_data_title', 'settings_memories_title'] as const) {
    await settings.openPage(title).press('Enter');
    // A page that opens takes the focus, even from a link focused in the meantime.
    await expect(page.getByRole('main', { name: en(title), exact: true })).toBeFocused();
  }
  await expect(settings.memories.newName).toHaveValue('Letters');
});

test('fits every page into a window of usual size', async ({ open, page, settings }) => {
  await open('options/general');
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [, title, [section]] of pages) {
    await settings.openPage(title).click();
    await expect(settings.section(section)).toBeVisible();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, title).toBeLessThan(940);
  }
});

test.describe('Memories', () => {
  test('renames a Memory in place, and cancels on Escape', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const rename = settings.memories.rename('Reading');
    await open('options/renaming-done');
    await rename.press('Enter');
    await page.keyboard.type('Letters');
    await page.keyboard.press('Escape');
    await expect(rename).toBeFocused();
    expect(await background.inputs('memories.rename')).toEqual([]);

    await rename.press('Enter');
    await page.keyboard.type('Letters');
    await page.keyboard.press('Enter');
    await expect(rename).toBeFocused();
    await expect
      .poll(() => background.inputs('memories.rename'))
      .toEqual([{ id: 'm1', name: 'Letters' }]);
  });

  test('doesn’t redirect saves when a Memory is created in the settings', async ({
    open,
    page,
    settings,
    background,
  }) => {
    await open('options/created');
    await settings.memories.add.press('Enter');
    await page.keyboard.type('Letters');
    await page.keyboard.press('Enter');
    await expect(settings.memories.created('Letters')).toBeAttached();
    await expect
      .poll(() => background.inputs('memories.create'))
      .toEqual([{ name: 'Letters', choose: false }]);
    expect(await background.inputs('memories.choose')).toEqual([]);
  });

  test('declines to delete a Memory on Enter and Escape, and returns focus', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const remove = settings.memories.delete('Work');
    await open('options/ready');
    for (const key of ['Enter', 'Escape']) {
      await remove.press('Enter');
      await expect(page.getByText(deletionText, { exact: true })).toBeVisible();
      await page.keyboard.press(key);
      await expect(remove).toBeFocused();
    }
    const asked = { id: 'm2', confirm: false };
    await expect.poll(() => background.inputs('memories.delete')).toEqual([asked, asked]);
  });

  test('shows where saves go after their Memory is deleted, and nothing for another Memory', async ({
    open,
    settings,
    background,
    expectAnnounced,
  }) => {
    const { memories } = settings;
    const deletes = async (name: string) => {
      await open('options/deleted');
      await memories.delete(name).press('Enter');
      await memories.confirmDelete.click();
      await expectAnnounced(en('settings_deletion_done', { name }));
    };
    const told = memories.savesGoTo('Work');
    const withoutReading = connection.memories.filter(({ id }) => id !== 'm1');
    const after = { ...connection, memories: withoutReading, chosenMemoryId: 'm2' };
    await deletes('Recipes');
    await background.tell({ event: 'connection.status-changed', connection: after });
    expect(await told.count()).toBe(0);
    await deletes('Reading');
    expect(await told.count()).toBe(0);
    await background.tell({ event: 'connection.status-changed', connection: after });
    await expect(told).toContainText(en('settings_deletion_done', { name: 'Reading' }));
  });
});

test.describe('the name of a Memory', () => {
  const nameFull = en('memory_nameFull', { count: 80 });
  const places = [
    ['the settings', 'options/naming'],
    ['the popup', 'popup/first-memory'],
    ['the welcome page', 'welcome/memory'],
  ] as const;

  for (const [place, scene] of places) {
    test(`reports the limit as reached until it is shortened (${place})`, async ({
      open,
      page,
      settings,
      welcome,
    }) => {
      await open(scene);
      if (scene === 'options/naming') await settings.memories.add.press('Enter');
      if (scene === 'welcome/memory') await welcome.useDevice.press('Enter');
      const field = page.getByRole('textbox', { name: /name/i });
      await field.fill('a'.repeat(79));
      const full = page.getByRole('alert').filter({ hasText: nameFull });
      await expect(full).toHaveCount(0);
      // The form can select its text after the test has filled it.
      await field.press('End');
      await field.press('b');
      await expect(full).toBeVisible();
      await field.press('c');
      await expect(field).toHaveValue(`${'a'.repeat(79)}b`);
      await expect(field).toHaveAccessibleDescription(nameFull);
      await field.press('Backspace');
      await expect(full).toHaveCount(0);
    });

    test(`can’t consist of invisible characters (${place})`, async ({
      open,
      page,
      settings,
      popup,
      welcome,
      background,
    }) => {
      await open(scene);
      if (scene === 'options/naming') await settings.memories.add.press('Enter');
      if (scene === 'welcome/memory') await welcome.useDevice.press('Enter');
      const field = page.getByRole('textbox', { name: /name/i });
      const create = {
        'options/naming': settings.memories.create,
        'popup/first-memory': popup.newMemory.create,
        'welcome/memory': welcome.createMemory,
      }[scene];
      await field.fill('\u200B \u2060\u202E');
      await expect(create).toBeDisabled();
      await field.press('Enter');
      expect(await background.inputs('memories.create')).toEqual([]);
      await field.fill('\u200Bx');
      await expect(create).toBeEnabled();
    });
  }

  test('counts as taken if it looks like another name', async ({
    open,
    page,
    settings,
    background,
  }) => {
    await open('options/naming');
    await settings.memories.add.press('Enter');
    await settings.memories.newName.fill('Re\u200Bading');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('alert').filter({ hasText: en('settings_memories_taken') }),
    ).toBeVisible();
    expect(await background.inputs('memories.create')).toEqual([]);
  });
});

test.describe('rules', () => {
  test('restores a deleted rule with the focused Undo button', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const { rules } = settings;
    await open('options/rule-undone');
    await rules.delete('Never quote').press('Enter');
    await expect(rules.undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rules.deleted).toHaveCount(0);
    const [added] = await background.made('rules.add');
    expect(JSON.stringify(added)).toMatch(/Never quote.*"key":"k1"/);
  });

  test('restores every deleted rule, in any order', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const { rules } = settings;
    await open('options/rule-undone');
    await rules.delete('Never quote').press('Enter');
    await expect(rules.undoDelete('Never quote')).toBeVisible();
    await rules.delete('Metric').press('Enter');
    await expect(rules.undoDelete('Metric')).toBeFocused();

    await rules.undoDelete('Never quote').press('Enter');
    await expect(rules.undoDelete('Metric')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rules.deleted).toHaveCount(0);
    const added = await background.inputs('rules.add');
    expect(JSON.stringify(added)).toMatch(/Never quote.*Metric/);
  });

  test('reloads the lists after changes elsewhere, and keeps the new text of a rule being edited', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const { rules } = settings;
    await open('options/rule-gone');
    await rules.change('Metric').press('Enter');
    await rules.field.fill('Be kind.');
    await page.keyboard.press('Enter');
    await expect(page.getByText(en('settings_rules_gone_title'))).toBeVisible();
    await background.tell({ event: 'rules.changed' });
    await background.tell(saveChanged(states.learned, 1));
    await background.tell(saveChanged(states.sending, 1));
    await background.expectCalls('rules.list', 2);
    await background.expectCalls('memories.list-counts', 2);
    // An import reports a changed connection.
    await background.tell({ event: 'connection.status-changed', connection });
    await background.expectCalls('rules.list', 3);
    await expect(rules.list.getByRole('textbox')).toHaveValue('Be kind.');
  });
});

test.describe('export and import', () => {
  for (const [scene, title] of [
    [
      'import-broken',
      en('settings_data_import_brokenAt', { fileName: 'copy.jsonl', line: '1207' }),
    ],
    ['import-no-export', en('settings_data_import_failed', { fileName: 'copy.jsonl' })],
  ] as const) {
    test(`reports that a file can’t be read, and what to do (${scene})`, async ({
      open,
      page,
      settings,
    }) => {
      const file = { name: 'copy.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{') };
      await open(`options/${scene}`);
      await settings.data.file.setInputFiles(file);
      const alert = page.getByRole('alert').filter({ hasText: title });
      await expect(alert.getByText(en('settings_data_import_brokenNext'))).toBeVisible();
    });
  }

  test('cancels an export and an import, and tells what was imported', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const { data } = settings;
    const buffer = Buffer.from('{"format":"keepsake-export","version":1}');
    await open('options/transfers-slow');
    await data.export.press('Enter');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await data.cancel.press('Enter');
    await expect(page.getByText(en('transfer_exportCanceled'))).toBeVisible();

    await data.file.setInputFiles({ name: 'mine.jsonl', mimeType: '', buffer });
    await expect(page.getByRole('progressbar')).toHaveAttribute('max', String(buffer.length));
    await data.cancel.press('Enter');
    await expect(page.getByText(en('transfer_importCanceled'))).toContainText(
      enLead('settings_import_new'),
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect
      .poll(() => background.inputs('files.watch'))
      .toEqual([expect.any(String), 'cancel', transferFile, 'cancel']);
  });

  test('names an export by the day, and imports through the disk', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const { data } = settings;
    await open('options/transfers');
    await data.export.press('Enter');
    await expect(data.exported('keepsake-2026-11-20.jsonl')).toBeVisible();
    await expect
      .poll(() => background.inputs('files.download'))
      .toEqual(['keepsake-2026-11-20.jsonl']);

    const buffer = Buffer.from('{"format":"keepsake-export","version":1}');
    await data.file.setInputFiles({ name: 'mine.jsonl', mimeType: '', buffer });
    await expect(data.imported('mine.jsonl')).toBeVisible();
    await expect(page.getByText(en('settings_data_import_learning'))).toBeVisible();
    await expect.poll(() => background.inputs('files.put')).toEqual([buffer.toString()]);
    await expect.poll(() => background.inputs('transfer.import')).toEqual([{ file: transferFile }]);
    await expect.poll(() => background.inputs('files.remove')).toEqual([transferFile]);
  });
});

test('confirms a reset, and offers to set up Keepsake again', async ({
  open,
  page,
  settings,
  background,
}) => {
  const { forget, forgetWord, confirmForget } = settings.data;
  await open('options/forgetting');
  await forget.click();
  await forgetWord.fill(en('connections_forgetting_word'));
  await confirmForget.click();
  await expect(confirmForget).toBeHidden();
  // A surface reloads once everything is forgotten (see mount.tsx).
  await page.reload();
  await background.tell({ event: 'connection.status-changed', connection: noConnection });
  await expect(page.getByText(en('connections_forgetting_done'))).toBeVisible();
  await expect(page.getByText(en('settings_data_textElsewhere'))).toHaveCount(0);
  await page.getByRole('button', { name: en('common_setUp') }).click();
  await expect.poll(() => background.inputs('openWelcome')).toHaveLength(1);
});

test('doesn’t explain how to allow what is allowed', async ({ open, page }) => {
  const files = page.locator('[data-permission="files"] .settings-row-note');
  await open('options/permissions');
  await expect(files).toHaveText([
    en('permissions_asked_files_text'),
    en('permissions_sinceUnknown'),
  ]);
  await open('options/sites');
  await expect(files.first()).toContainText(en('permissions_asked_files_how'));
});

test('moves focus to the heading when a site is turned off', async ({
  open,
  settings,
  background,
}) => {
  await open('options/sites');
  await settings.sites.turnOff.first().press('Enter');
  await expect(settings.heading('permissions')).toBeFocused();
  const [removed] = await background.made('sites.remove');
  expect(removed).toEqual({ pattern: 'https://www.tidewater-quarterly.example/*' });
});
