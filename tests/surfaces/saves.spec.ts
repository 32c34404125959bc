import type { Page } from '@playwright/test';
import { en, enParts, enPattern, enPlural } from '../english.ts';
import { deletionSentence, galleryNow, connection, save, states } from '../gallery/fixtures.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with this browser's saves in a scene. */
const test = base.extend<{ openSaves: (scene: string) => Promise<void> }>({
  openSaves: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/saves-${scene}`);
      await panel.open('library');
      const { attention } = panel.saves;
      const main = panel.shown('library').getByRole('main');
      await expect(main).toHaveAttribute('aria-busy', 'false');
      if (await attention.isVisible()) await attention.click();
    }),
});

/** The first sentence of the service's confirmation prompt for a deletion. */
const notDeletedYet = `${deletionSentence.split('.')[0]}.`;
const [wasDeleted = ''] = enParts('saves_deletion_wasGone');

test('unfolds what needs attention from one line, and back', async ({ open, page, panel }) => {
  await open('sidepanel/saves-all');
  await panel.openByKey('library');
  const { attention, row, link } = panel.saves;
  await expect(attention).toHaveText(enPlural(5, 'library_needs'));
  await expect(row('ns0')).toHaveCount(0);
  await expect(row('ws0')).toBeVisible();
  await attention.press('Enter');
  await expect(row('ns0')).toBeVisible();
  await expect(attention).toHaveAttribute('aria-expanded', 'true');
  await attention.press('ArrowDown');
  await expect(link('ns0')).toBeFocused();
  await attention.press('Enter');
  await expect(row('ns0')).toHaveCount(0);
  await expect(page.locator(':focus')).toBeVisible();
});

test.describe('the list', () => {
  test('doesn’t shorten the site of a save in a narrow panel that has space for it', async ({
    openSaves,
    page,
    panel,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openSaves('done');
    await expect(panel.library.total).toHaveText(enPlural(6, 'library_total'));
    await expect(panel.saves.hosts.first()).toBeVisible();
    const shortened = await panel.saves.hosts.evaluateAll((all) =>
      all.filter((host) => host.scrollWidth > host.clientWidth).map((host) => host.textContent),
    );
    expect(shortened).toEqual([]);
  });

  test('shows a Memory’s new name on every row, and reads the list only once', async ({
    openSaves,
    panel,
    background,
  }) => {
    const chips = panel.library.memoryChips;
    await openSaves('done');
    await expect(panel.library.total).toHaveText(enPlural(6, 'library_total'));
    const count = await chips.filter({ hasText: 'Reading' }).count();
    expect(count).toBeGreaterThan(0);
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, chosenMemoryId: 'm2' },
    });
    const memories = connection.memories.map((one) =>
      one.id === 'm1' ? { id: 'm1', name: 'Lighthouses' } : one,
    );
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, memories },
    });
    await expect(chips.filter({ hasText: 'Lighthouses' })).toHaveCount(count);
    await expect(chips.filter({ hasText: 'Reading' })).toHaveCount(0);
    await expect.poll(() => background.inputs('outbox.list')).toHaveLength(1);
  });

  test('moves from row to row with the arrow keys, and leaves Enter to the link', async ({
    openSaves,
    page,
    panel,
  }) => {
    const { filter, link } = panel.saves;
    await openSaves('done');
    await filter.words.press('ArrowDown');
    await expect(link('s0')).toBeFocused();
    await page.keyboard.press('End');
    await expect(link('s5')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(link('s4')).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await expect(filter.words).toBeFocused();
  });

  test('labels versions of a page, and gives their buttons different names', async ({
    openSaves,
    panel,
  }) => {
    const { row, rows, action, version } = panel.saves;
    await openSaves('versions');
    await expect(row('s0').getByText(enPattern('saves_version_newest'))).toContainText('2026');
    await expect(row('s3').getByText(enPattern('saves_version_earlier'))).toContainText('2026');
    await expect(version(row('s1'))).toHaveCount(0);
    const names = await action(rows, 'delete').evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')),
    );
    expect(new Set(names).size).toBe(4);
  });

  test('lists nothing stored in another connection, but what waits to be sent there', async ({
    openSaves,
    panel,
  }) => {
    const { row } = panel.saves;
    await openSaves('elsewhere');
    await expect(row('ds0')).toHaveCount(0);
    await expect(row('s1').getByText(en('saves_elsewhere'))).toBeVisible();
  });

  test('explains how to save when it is empty', async ({ open, page, panel }) => {
    await open('sidepanel/saves-empty');
    await panel.open('library');
    const how = page.getByText(en('welcome_ready_tries_save_text'));
    await expect(how.locator('kbd').first()).toBeVisible();
  });

  test('leads to the highlights of a page', async ({ openSaves, panel }) => {
    const { row, highlights } = panel.saves;
    await openSaves('highlighted');
    await expect(highlights(row('s3'), 1)).toBeVisible();
    await highlights(row('s0'), 2).press('Enter');
    await expect(panel.current).toHaveAttribute('data-view', 'highlights');
  });

  test('fills the progress bar as saves are sent, and hides it with the last one', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { progress } = panel.saves;
    await openSaves('moving');
    await expect(progress(0, 4)).toBeVisible();
    const sent = (id: string, index: number) =>
      background.tell({
        event: 'outbox.changed',
        item: save(states.learned, { id, ago: -index, createdAt: galleryNow - index * 1_000 }),
      });
    await sent('s0', 1);
    await expect(progress(1, 4)).toBeVisible();
    await sent('s1', 2);
    await sent('s2', 3);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await sent('s3', 4);
    await expect(panel.navButton('library')).toHaveAccessibleName(
      en('panel_label_moving', { view: en('panel_views_library') }),
    );
  });

  test('draws two thousand saves as the person scrolls, also while they change', async ({
    openSaves,
    page,
    panel,
  }) => {
    const { rows } = panel.library;
    await openSaves('two-thousand');
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    expect(before).toBeLessThan(500);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);

    const items = Array.from({ length: 200 }, (_, index) =>
      save(states.accepted, { kind: 'note', id: `t${index}`, ago: -1 - index }),
    );
    await page.evaluate(async (changed) => {
      const total = document.querySelector('#library-total');
      if (total === null) throw new Error('The list has no total.');
      const grown = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (total.textContent.startsWith('1,867')) resolve();
        });
        observer.observe(total, { subtree: true, childList: true, characterData: true });
      });
      for (const item of changed) {
        globalThis.gallery.tell({ event: 'outbox.changed', item });
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      // Send them again: a poll might have removed some saves, because the background doesn't list them.
      for (const item of changed) globalThis.gallery.tell({ event: 'outbox.changed', item });
      await grown;
    }, items);
  });
});

test.describe('filters', () => {
  test('suggest fewer words only if there are words', async ({ openSaves, page, panel }) => {
    const { filter } = panel.saves;
    await openSaves('filtered-both');
    await filter.memory.selectOption('Reading');
    await filter.kind.selectOption('note');
    await expect(page.getByText(en('saves_filter_none_text'))).toBeVisible();
    await filter.words.fill('harbour');
    await expect(page.getByText(en('saves_filter_none_text'))).toBeVisible();
  });

  test('show what matches and how much they hide, and can be cleared', async ({
    openSaves,
    page,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { filter, attention } = panel.saves;
    const shows = (shown: number, hidden: number) =>
      `${en('saves_filter_shown', { shown, total: 16 })}. ${enPlural(hidden, 'saves_filter_hidden')}.`;
    const begun = performance.now();
    await openSaves('all');
    await filter.memory.selectOption({ label: 'Garden notes' });
    await expect(page.getByText(shows(4, 4)).first()).toBeVisible();
    const chips = await panel.library.memoryChips.allTextContents();
    expect(new Set(chips)).toEqual(new Set(['Garden notes']));
    await filter.kind.selectOption({ label: en('saves_filter_kinds_link') });
    await expect(filter.nothing).toBeVisible();
    await expectAnnounced(shows(0, 5));

    await filter.clear.press('Enter');
    await expect(filter.words).toBeFocused();
    await expect(attention).toBeVisible();
    await expect(filter.memory).toHaveValue('');
    await page.keyboard.type('pilots harbours');
    await page.keyboard.press('Escape');
    await expect(filter.words).toHaveValue('');
    // Filtering reads nothing again; only the poll for saves in progress does, every five seconds.
    const polls = Math.floor((performance.now() - begun) / 5_000);
    const reads = await background.inputs('outbox.list');
    expect(reads.length).toBeLessThanOrEqual(1 + polls);
  });

  test('filter five thousand saves without a noticeable pause while someone types', async ({
    openSaves,
    page,
    panel,
  }) => {
    const { filter } = panel.saves;
    const workMs = await measureWork(page);
    await openSaves('five-thousand');
    await expect(panel.library.total).toHaveText(enPlural(4_167, 'library_total'));
    const opening = await workMs();
    const drawn = await page.evaluateHandle(() => {
      const rows = { most: 0 };
      const observer = new MutationObserver(() => {
        rows.most = Math.max(rows.most, document.querySelectorAll('[data-save]').length);
      });
      observer.observe(document.body, { subtree: true, childList: true });
      return rows;
    });
    await filter.words.evaluate(async (box) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      for (const letter of 'seaweed') {
        value?.set?.call(box, value.get?.call(box) + letter);
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await expect(filter.shown(714, 5_000).first()).toBeVisible();
    expect((await drawn.jsonValue()).most).toBeLessThan(500);
    expect(opening).toBeGreaterThan(0);
    // Compared with opening the list, because machines differ in speed.
    expect((await workMs()) - opening).toBeLessThan(5 * opening);
  });
});

test.describe('saving the address of a page that could not be read', () => {
  test('replaces the save, and requests access in the same key press', async ({
    openSaves,
    panel,
    background,
  }) => {
    const { row, action } = panel.saves;
    await openSaves('needy');
    await action(row('s2'), 'saveAddress').press('Enter');
    await expect(row('s2')).toHaveCount(0);
    await expect(row('id-1')).toBeVisible();
    await expect.poll(() => background.inputs('requestOrigins')).toHaveLength(1);
    expect(JSON.stringify(await background.made('link.save'))).toMatch(/"memoryId":"m4"/);
    await expect.poll(() => background.inputs('outbox.discard')).toEqual([{ id: 's2' }]);
  });

  test('continues an address that waits for access to its site once access is granted', async ({
    openSaves,
    panel,
    background,
  }) => {
    const { row, action } = panel.saves;
    await openSaves('links');
    await action(row('s0'), 'allowSite').press('Enter');
    await background.expectCalls('outbox.retry', 1);
    await expect.poll(() => background.inputs('requestOrigins')).toHaveLength(1);
  });
});

test.describe('discarding', () => {
  test('discards an unsaved item on Delete and puts Undo in its place', async ({
    openSaves,
    panel,
    background,
  }) => {
    const { row, link, undo } = panel.saves;
    await openSaves('needy');
    await link('s0').press('Delete');
    await expect(undo(row('s0'))).toBeFocused();
    await expect.poll(() => background.inputs('outbox.discard')).toEqual([{ id: 's0' }]);
  });

  test('restores a discarded save to its place with the focused Undo button', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { row, rows, action, undo, needy } = panel.saves;
    await openSaves('restored');
    await action(row('s0'), 'discard').press('Enter');
    await expect(undo(row('s0'))).toBeFocused();
    await expect(needy.getByRole('listitem')).toHaveCount(5);
    await expect.poll(() => background.inputs('outbox.discard')).toEqual([{ id: 's0' }]);
    await background.tell({ event: 'outbox.removed', id: 's0' });

    await page.keyboard.press('Enter');
    await expect(row('s0').getByRole('heading')).toBeVisible();
    await expect.poll(() => background.inputs('outbox.restore')).toEqual([{ id: 's0' }]);
    await expect(rows.first()).toHaveAttribute('data-save', 's0');
    await expect(row('s0').locator(':focus')).toBeVisible();
  });

  test('discards many together, and restores them all with one Undo', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { discardAll, undoMany } = panel.saves;
    await openSaves('many');
    await discardAll(6).press('Enter');
    await expect(undoMany(6)).toBeFocused();
    await expect.poll(() => background.inputs('outbox.discard')).toHaveLength(6);
    await page.keyboard.press('Enter');
    await background.expectCalls('outbox.restore', 6);
  });
});

test.describe('retrying', () => {
  test('retries all together, without rereading pages that are not open', async ({
    openSaves,
    panel,
    background,
  }) => {
    await openSaves('many');
    await panel.saves.retryAll.click();
    await background.expectCalls('outbox.retry', 7);
    const [first] = await background.made('outbox.retry');
    expect(first).toEqual({ id: 's0', tabId: null });
  });

  test('moves focus with a retried save to its new place', async ({ openSaves, panel }) => {
    const { row, action } = panel.saves;
    await openSaves('retried');
    await action(row('s0'), 'retry').press('Enter');
    await expect(panel.library.list.locator(row('s0'))).toBeVisible();
    await expect(row('s0').locator(':focus')).toBeVisible();
  });

  test('shows and announces each failed retry', async ({ openSaves, panel, expectAnnounced }) => {
    const { row, action } = panel.saves;
    await openSaves('tried-again');
    await action(row('s0'), 'retry').press('Enter');
    await expect(row('s0').getByText(enPlural(1, 'outbox_save_tried'))).toBeVisible();
    await action(row('s0'), 'retry').press('Enter');
    await expect(row('s0').getByText(enPlural(2, 'outbox_save_tried'))).toBeVisible();
    const [tried = ''] = enPlural(2, 'outbox_save_tried').split(',');
    await expectAnnounced(tried);
  });
});

test.describe('editing a save before it is sent', () => {
  test('keeps messages below the text clear of the buttons', async ({ openSaves, page, panel }) => {
    const { rows, action, edit } = panel.saves;
    for (const width of [320, 400]) {
      await page.setViewportSize({ width, height: 720 });
      await openSaves('editing');
      await action(rows, 'edit').first().press('Enter');
      const said = await edit.belowText.boundingBox();
      const buttons = await edit.actions.boundingBox();
      const bottom = (said?.y ?? NaN) + (said?.height ?? NaN);
      expect(bottom, `at ${width} px`).toBeLessThanOrEqual(buttons?.y ?? NaN);
    }
  });

  test('doesn’t lose changes on a single key press, and returns focus', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { row, action, edit } = panel.saves;
    const open = action(row('s0'), 'edit');
    await openSaves('editing-refused');
    await open.press('Enter');
    await expect(edit.text).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(edit.text).toBeFocused();
    await edit.text.fill('Less.');
    await page.keyboard.press('Escape');
    await expect(page.getByText(en('saves_edit_unsaved'))).toBeVisible();
    await edit.save.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(en('errors_memory_validation_title'))).toBeVisible();
    await expect(edit.text).toHaveValue('Less.');
    await edit.cancel.press('Enter');
    await expect(open).toBeFocused();
    const [sent] = await background.made('outbox.edit');
    expect(JSON.stringify(sent)).toMatch(/"id":"s0".*"content":"Less\.","memoryId":"m1"/);
  });
});

test.describe('deleting what was saved', () => {
  test('asks first on Delete, and moves focus to the next row', async ({
    openSaves,
    page,
    panel,
  }) => {
    const { row, link, deletion } = panel.saves;
    await openSaves('deleted');
    await link('s2').press('Delete');
    await expect(page.getByText(notDeletedYet)).toBeVisible();
    await deletion.yes.click();
    await expect(row('s2')).toHaveCount(0);
    await expect(link('s3')).toBeFocused();
  });

  test('declines on Enter and Escape, and returns focus', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { row, action } = panel.saves;
    const remove = action(row('s2'), 'delete');
    await openSaves('deleting');
    for (const key of ['Enter', 'Escape']) {
      await remove.press('Enter');
      await expect(page.getByText(notDeletedYet)).toBeVisible();
      await page.keyboard.press(key);
      await expect(remove).toBeFocused();
    }
    const asked = { id: 's2', confirm: false };
    await expect.poll(() => background.inputs('saved.delete')).toEqual([asked, asked]);
  });

  test('retries a question that could not be asked, and can’t confirm it before', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { row, action, deletion } = panel.saves;
    await openSaves('deleting-conflict');
    await action(row('s2'), 'delete').press('Enter');
    await expect(page.getByText(en('errors_memory_conflict_title'))).toBeVisible();
    await expect(deletion.yes).toBeDisabled();
    await deletion.retry.press('Enter');
    await background.expectCalls('saved.delete', 2);
  });

  for (const [scene, outcome, tone] of [
    ['gone', 'gone', 'plain'],
    ['forbidden', 'kept', 'bad'],
  ] as const) {
    test(`closes the question and shows the outcome if nothing can be deleted (${scene})`, async ({
      openSaves,
      panel,
    }) => {
      const { row, action, deletion } = panel.saves;
      await openSaves(`deleting-${scene}`);
      await action(row('s2'), 'delete').press('Enter');
      await expect(deletion[outcome]).toBeVisible();
      await expect(deletion.notice(tone)).toBeVisible();
    });
  }

  test('reports that a save was already deleted, and removes it from the list', async ({
    openSaves,
    page,
    panel,
  }) => {
    const { row, link, action } = panel.saves;
    await openSaves('deleted-before');
    await action(row('s0'), 'delete').press('Enter');
    await expect(page.getByText(wasDeleted)).toBeVisible();
    await expect(row('s0')).toHaveCount(0);
    await expect(link('s1')).toBeFocused();
  });

  test('hides the notice of a deletion once its page is saved again', async ({
    openSaves,
    page,
    panel,
    background,
  }) => {
    const { row, action } = panel.saves;
    await openSaves('deleted-before');
    await action(row('s0'), 'delete').press('Enter');
    await expect(page.getByText(wasDeleted)).toBeVisible();
    const saved = (id: string, pageKey: string) =>
      background.tell({
        event: 'outbox.changed',
        item: save(states.learned, { id, pageKey, ago: -1 }),
      });
    await saved('other', 'https://elsewhere.example/');
    await expect(row('other')).toBeVisible();
    expect(await page.getByText(wasDeleted).isVisible()).toBe(true);
    await saved('again', 'https://tidewater-quarterly.example/0');
    await expect(row('again')).toBeVisible();
    await expect(page.getByText(wasDeleted)).toHaveCount(0);
  });
});

/**
 * Starts measuring the page's processor time, which other programs don't affect. Returns a function that returns the
 * milliseconds so far.
 */
async function measureWork(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
}
