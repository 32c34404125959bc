/** Tests undo after a deletion, the bin in the settings, and the reminder to export. */
import { en } from '../english.ts';
import { binEntries } from '../gallery/fixtures.ts';
import { expect, test } from './surface-test.ts';

const undone = en('bin_undone');

test.describe('undo after a deletion', () => {
  for (const [place, scene] of [
    ['the library', 'sidepanel/saves-undo'],
    ['the highlights', 'sidepanel/highlights-undo'],
  ] as const) {
    test(`in ${place} restores what was deleted, and keeps focus`, async ({
      open,
      page,
      panel,
      background,
      expectAnnounced,
    }) => {
      await open(scene);
      await panel.open(scene.includes('saves') ? 'library' : 'highlights');
      await page
        .locator('[data-save="s2"], [data-highlight="g2"]')
        .locator('[data-act="delete"]')
        .click();
      await expect(page.getByRole('dialog')).toContainText(en('bin_stays'));
      await panel.saves.deletion.yes.click();
      await expectAnnounced(en('saves_deletion_done', { title: '' }).split(' ')[0] ?? '');
      await panel.undo.press('Enter');

      await expectAnnounced(undone);
      await expect(panel.undo).toHaveCount(0);
      await expect(page.locator('.undo-line')).toBeFocused();
      await expect.poll(() => background.inputs('bin.restore')).toEqual([{ id: 'b1' }]);
    });
  }

  test('in the settings restores a Memory, and says where saves go until then', async ({
    open,
    page,
    settings,
    background,
    expectAnnounced,
  }) => {
    await open('options/deleted-undo');
    await settings.memories.delete('Reading').click();
    await settings.memories.confirmDelete.click();
    await expectAnnounced(en('settings_deletion_done', { name: 'Reading' }));
    await page.getByRole('button', { name: en('common_undo') }).press('Enter');

    await expectAnnounced(undone);
    await expect.poll(() => background.inputs('bin.restore')).toEqual([{ id: 'b1' }]);
  });

  test.describe('by itself', () => {
    test.use({ isolated: true });

    test('disappears after ten seconds, unless it has focus', async ({ open, page, panel }) => {
      await page.clock.install();
      await open('sidepanel/saves-undo');
      await panel.open('library');
      await page.locator('[data-save="s2"] [data-act="delete"]').click();
      await panel.saves.deletion.yes.click();
      await panel.undo.focus();
      await page.clock.fastForward(10_000);
      await expect(panel.undo).toBeFocused();
      await panel.saves.link('s3').focus();
      await page.clock.fastForward(10_000);
      await expect(panel.undo).toHaveCount(0);
    });
  });

  test.describe('once done', () => {
    test.use({ isolated: true });

    test('disappears after ten seconds, though it has focus', async ({ open, page, panel }) => {
      await page.clock.install();
      await open('sidepanel/saves-undo');
      await panel.open('library');
      await page.locator('[data-save="s2"] [data-act="delete"]').click();
      await panel.saves.deletion.yes.click();
      await panel.undo.press('Enter');
      await expect(page.locator('.undo-line')).toHaveText(undone);
      await expect(page.locator('.undo-line')).toBeFocused();
      await page.clock.fastForward(10_000);
      await expect(page.locator('.undo-line')).toHaveText('');
    });
  });

  test('disappears with the next action', async ({ open, page, panel }) => {
    await open('sidepanel/saves-undo');
    await panel.open('library');
    await page.locator('[data-save="s2"] [data-act="delete"]').click();
    await panel.saves.deletion.yes.click();
    await expect(panel.undo).toBeVisible();
    await page.locator('[data-save="s3"] [data-act="delete"]').click();
    await expect(panel.undo).toHaveCount(0);
  });

  test('isn’t offered for a service', async ({ open, page, panel }) => {
    await open('sidepanel/saves-deleted');
    await panel.open('library');
    await page.locator('[data-save="s2"] [data-act="delete"]').click();
    await panel.saves.deletion.yes.click();
    await expect(panel.saves.row('s2')).toHaveCount(0);
    await expect(panel.undo).toHaveCount(0);
  });
});

test.describe('the bin', () => {
  test('lists what was deleted, and restores an entry', async ({
    open,
    page,
    settings,
    background,
    expectAnnounced,
  }) => {
    const { bin } = settings;
    await open('options/bin');
    await expect(bin.rows).toHaveCount(binEntries.length);
    await expect(bin.heading).toHaveText(en('bin_titleOf', { count: binEntries.length }));
    await expect(bin.rows.nth(1)).toContainText(en('bin_memory'));
    await expect(bin.rows.nth(1)).toContainText('3 days ago');
    const title = binEntries[0]?.title ?? '';
    await bin.restore(title).press('Enter');

    await expectAnnounced(en('bin_restored', { title }));
    await expect(bin.rows).toHaveCount(binEntries.length - 1);
    await expect(page.getByText(en('bin_restored', { title }))).toBeFocused();
    await expect.poll(() => background.inputs('bin.restore')).toEqual([{ id: 'b1' }]);
  });

  test('shows a commented highlight by its comment', async ({ open, settings }) => {
    await open('options/bin');
    await expect(settings.bin.restore('Still true of phones.')).toBeVisible();
    await expect(settings.bin.rows.last()).toHaveText(/^Still true of phones\./u);
  });

  test('shows why an entry wasn’t restored, in its row', async ({ open, settings }) => {
    const { bin } = settings;
    await open('options/bin-restore-failed');
    await bin.restore(binEntries[0]?.title ?? '').click();
    await expect(bin.rows.first().getByRole('alert')).toBeVisible();
    await expect(bin.rows).toHaveCount(binEntries.length);
  });

  test('is emptied after the person confirms', async ({
    open,
    page,
    settings,
    background,
    expectAnnounced,
  }) => {
    const { bin } = settings;
    await open('options/bin-emptying');
    await bin.empty.click();
    const dialog = page.getByRole('dialog', { name: en('bin_emptyTitle') });
    await expect(dialog).toContainText(en('connections_forgetting_warning'));
    await expect.poll(() => background.inputs('bin.empty')).toEqual([{ confirm: false }]);
    await dialog.getByRole('button', { name: en('bin_emptyAction') }).click();

    await expectAnnounced(en('bin_empty'));
    await expect(bin.rows).toHaveCount(0);
    await expect(bin.empty).toHaveCount(0);
    await expect(bin.heading).toHaveText(en('bin_title'));
    await expect
      .poll(() => background.inputs('bin.empty'))
      .toEqual([{ confirm: false }, { confirm: true }]);
  });

  test('says that it is empty', async ({ open, page, settings }) => {
    await open('options/data');
    await expect(page.getByText(en('bin_empty'))).toBeVisible();
    await expect(settings.bin.empty).toHaveCount(0);
  });

  test('is loaded again after an error', async ({ open, page, background }) => {
    await open('options/bin-failed');
    await page
      .getByRole('alert')
      .getByRole('button', { name: en('common_retry') })
      .click();
    await background.expectCalls('bin.list', 2);
  });
});

test.describe('the reminder to export', () => {
  test('opens the export in the settings', async ({ open, page, panel, background }) => {
    await open('sidepanel/saves-reminder');
    await panel.open('library');
    await expect(page.getByText(en('reminder_text', { count: 1_212 }))).toBeVisible();
    await page.getByRole('button', { name: en('reminder_export'), exact: true }).click();
    await expect.poll(() => background.inputs('openSettings')).toEqual(['data']);
  });

  test('is put off', async ({ open, page, panel, background }) => {
    await open('sidepanel/saves-reminder');
    await panel.open('library');
    await page.getByRole('button', { name: en('reminder_later') }).click();
    await expect(page.getByText(en('reminder_text', { count: 1_212 }))).toHaveCount(0);
    await expect
      .poll(() => background.inputs('transfer.reminder'))
      .toContainEqual({ isPutOff: true });
  });

  test('isn’t shown before it is due', async ({ open, page, panel, background }) => {
    await open('sidepanel/saves-done');
    await panel.open('library');
    await background.expectCalls('transfer.reminder', 1);
    await expect(page.getByRole('button', { name: en('reminder_later') })).toHaveCount(0);
  });
});
