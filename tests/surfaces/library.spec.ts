import { en, enParts, enPattern, enPlural } from '../english.ts';
import { keyConnectionStatus } from '../gallery/connections.ts';
import { connection, galleryNow, save, states } from '../gallery/fixtures.ts';
import { listed as listedDocument } from '../gallery/documents-scenes.ts';
import { expect, test as base } from './surface-test.ts';

/** The newest document of the first Memory. */
const firstDocument = listedDocument('m1', 0);

type Library = {
  /** Opens the library by keyboard. */
  openDocuments: (scene: string) => Promise<void>;
  /** The ids of the listed documents. */
  listedIds: () => Promise<(string | null)[]>;
  /** How many times documents were requested. */
  listings: () => Promise<number>;
};

const test = base.extend<Library>({
  openDocuments: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/documents-${scene}`);
      await panel.openByKey('library');
      await expect(panel.shown('library')).toBeVisible();
    }),
  listedIds: ({ panel }, use) =>
    use(() =>
      panel.documents.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-save'))),
    ),
  listings: ({ background }, use) =>
    use(async () => (await background.inputs('documents.list')).length),
});

test.describe('the library', () => {
  test.describe('with a fake clock', () => {
    test.use({ isolated: true });

    test('requests nothing before it is opened or while it is in the background', async ({
      open,
      page,
      panel,
      background,
      listings,
    }) => {
      const { documents } = panel;
      await page.clock.install();
      await open('sidepanel/documents-all');
      expect(await listings()).toBe(0);
      expect(await background.inputs('memories.list')).toEqual([]);
      await panel.openByKey('library');
      await expect(documents.rows.first()).toBeVisible();
      expect(await listings()).toBe(connection.memories.length);

      await panel.openByKey('search');
      await background.tell({ event: 'profile.changed' });
      // Wait longer than the delay that batches changes.
      await page.clock.runFor(5_000);
      expect(await listings()).toBe(connection.memories.length);

      await panel.openByKey('library');
      await background.expectCalls('documents.list', 2 * connection.memories.length);
      await page.clock.resume();
    });
  });

  test('merges the Memories by the time each document was saved, and can show one alone', async ({
    openDocuments,
    panel,
    listedIds,
    listings,
  }) => {
    const { rows } = panel.documents;
    await openDocuments('all');
    await expect
      .poll(async () => (await listedIds()).slice(0, 5))
      .toEqual(['m1-0', 'm2-0', 'm3-0', 'm4-0', 'm1-1']);

    const before = await listings();
    await panel.saves.filter.memory.selectOption({ label: 'Recipes' });
    await expect(rows).toHaveCount(3);
    await expect.poll(listedIds).toEqual(['m3-0', 'm3-1', 'm3-2']);
    expect(await listings()).toBe(before);
  });

  test('reads on as the person scrolls, counts exactly at the end, and keeps focus', async ({
    openDocuments,
    page,
    panel,
    background,
    listedIds,
  }) => {
    const { rows, last, link } = panel.documents;
    const { total } = panel.library;
    await openDocuments('thousand');
    await expect(rows.first()).toBeVisible();
    await expect(total).toHaveText(enPattern('library_totalSoFar', { count: /\d+/u }));
    const first = (await background.inputs('documents.list')).length;
    await link(rows.first()).focus();
    const scrollOn = async () => {
      await last.scrollIntoViewIfNeeded();
      return rows.count();
    };
    await expect.poll(scrollOn, { intervals: [0], timeout: 60_000 }).toBe(1_000);
    await expect(total).toHaveText(enPlural(1_000, 'library_total'));
    await expect(link(rows.first())).toBeFocused();
    expect(new Set(await listedIds()).size).toBe(1_000);
    expect((await background.inputs('documents.list')).length).toBeGreaterThan(first);
    await expect(page.locator('.library-end')).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(link(last)).toBeFocused();
  });

  test('never says that nothing is saved while documents are being read', async ({
    openDocuments,
    panel,
  }) => {
    await openDocuments('loading');
    await expect(panel.shown('library').locator('[data-skeleton]')).toBeVisible();
    await expect(panel.saves.empty).toHaveCount(0);
    await openDocuments('empty');
    await expect(panel.saves.empty).toBeVisible();
  });

  test('shows a save in progress on top, which becomes the document without a second row', async ({
    openDocuments,
    panel,
    background,
  }) => {
    const { rows, row } = panel.documents;
    await openDocuments('all');
    await expect(row('m1-0')).toBeVisible();
    await expect(panel.library.total).toHaveText(enPlural(12, 'library_total'));
    const count = await rows.count();
    const saving = {
      id: 'new',
      connectionId: 'device',
      container: { id: 'm1', name: 'Reading' },
      customId: firstDocument.customId,
      ago: 60_000,
    };
    await background.tell({ event: 'outbox.changed', item: save(states.sending, saving) });
    await expect(rows.first()).toHaveAttribute('data-save', 'new');
    await expect(rows).toHaveCount(count + 1);
    const same = await panel.library.rows.first().elementHandle();

    const listed = (await background.inputs('documents.list')).length;
    const learned = { ...saving, updatedAt: galleryNow };
    await background.tell({ event: 'outbox.changed', item: save(states.learned, learned) });
    await background.expectCalls('documents.list', listed + 1);
    await expect(rows).toHaveCount(count);
    expect(await same?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test('is left for Save many and back by its button in the navigation', async ({
    openDocuments,
    panel,
  }) => {
    await openDocuments('all');
    await panel.library.saveMany.press('Enter');
    await expect(panel.batch.heading).toBeFocused();
    await panel.openByKey('library');
    await expect(panel.documents.rows.first()).toBeVisible();
    await expect(panel.batch.heading).toHaveCount(0);

    await panel.library.saveMany.press('Enter');
    await panel.openByKey('search');
    await expect(panel.search.box).toBeFocused();
  });

  test('names a Memory that doesn’t respond, and can retry it', async ({
    openDocuments,
    page,
    panel,
    background,
    listedIds,
    listings,
  }) => {
    await openDocuments('one-silent');
    await expect(panel.documents.rows.first()).toBeVisible();
    expect((await listedIds()).filter((id) => id?.startsWith('m2'))).toEqual([]);
    await expect(page.getByText(en('library_notLoaded', { memories: 'Work' }))).toBeVisible();
    await expect(page.getByText('tr_55d0a2b9ce')).toBeVisible();
    const before = await listings();
    await panel.documents.retry.press('Enter');
    await background.expectCalls('documents.list', before + 1);
    await expect
      .poll(() => background.lastInput('documents.list'))
      .toEqual({
        connectionId: 'device',
        memoryId: 'm2',
        cursor: null,
      });
  });

  test('shows the service’s own question before deleting, and declines on Escape', async ({
    openDocuments,
    page,
    panel,
    background,
  }) => {
    const { rows, link, deletion } = panel.documents;
    await openDocuments('deleting');
    await link(rows.first()).focus();
    await page.keyboard.press('Delete');
    await expect(deletion.anyTitle.getByText('Nothing has been deleted yet')).toBeVisible();
    await expect(deletion.no).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(rows.first())).toBeFocused();
    const asked = (await background.inputs('documents.delete')) as { confirm: boolean }[];
    expect(asked.map(({ confirm }) => confirm)).toEqual([false]);
  });

  const [wasDeleted = ''] = enParts('saves_deletion_wasGone');

  test('removes a document that was already deleted, and moves focus to the next row', async ({
    openDocuments,
    page,
    panel,
    listedIds,
    expectAnnounced,
  }) => {
    const { rows, link } = panel.documents;
    await openDocuments('deleted');
    await link(rows.first()).focus();
    await page.keyboard.press('Delete');
    await expectAnnounced(wasDeleted);
    expect(await listedIds()).not.toContain('m1-0');
    await expect(link(rows.first())).toBeFocused();
  });

  test('reloads only the Memory that something was saved to, and follows renamed and removed ones', async ({
    openDocuments,
    panel,
    background,
    listings,
  }) => {
    const { rows, memoryChips, rowsOf } = panel.documents;
    await openDocuments('all');
    await expect(rows.first()).toBeVisible();
    const before = await listings();
    const item = save(states.learned, { container: { id: 'm2', name: 'Work' } });
    await background.tell({ event: 'outbox.changed', item });
    await background.tell({ event: 'outbox.changed', item });
    await background.expectCalls('documents.list', before + 1);
    await expect
      .poll(() => background.lastInput('documents.list'))
      .toEqual({
        connectionId: 'device',
        memoryId: 'm2',
        cursor: null,
      });

    const renamed = connection.memories.map((one) =>
      one.id === 'm2' ? { id: 'm2', name: 'Lighthouses' } : one,
    );
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, memories: renamed },
    });
    await expect(memoryChips.filter({ hasText: 'Lighthouses' }).first()).toBeVisible();
    expect(await listings()).toBe(before + 1);
    const left = renamed.filter(({ id }) => id !== 'm2');
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, memories: left },
    });
    await expect(rowsOf('m2')).toHaveCount(0);
  });

  test('offers nothing to delete on a read-only connection', async ({ openDocuments, panel }) => {
    await openDocuments('read-only');
    await expect(panel.documents.rows.first()).toBeVisible();
    await expect(panel.documents.list.getByRole('button')).toHaveCount(0);
  });

  test('reloads once the browser allows access again', async ({
    openDocuments,
    page,
    background,
  }) => {
    await openDocuments('not-permitted');
    await expect(page.getByText(en('errors_memory_not_permitted_title'))).toBeVisible();
    const before = (await background.inputs('memories.list')).length;
    await background.tell({ event: 'connection.status-changed', connection: keyConnectionStatus });
    await background.expectCalls('memories.list', before + 1);
  });
});
