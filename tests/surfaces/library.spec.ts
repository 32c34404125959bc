import { en, enParts } from '../english.ts';
import { keyConnectionStatus } from '../gallery/connections.ts';
import { connection, save, states } from '../gallery/fixtures.ts';
import { expect, test as base } from './surface-test.ts';

type Library = {
  /** Opens the tab for everything in the library by keyboard. */
  openDocuments: (scene: string) => Promise<void>;
  /** The ids of the listed documents. */
  listedIds: () => Promise<(string | null)[]>;
  /** How often documents were requested. */
  listings: () => Promise<number>;
};

const test = base.extend<Library>({
  openDocuments: ({ open, page, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/documents-${scene}`);
      await panel.openByKey('library');
      await expect(panel.library.tab('everything')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(panel.library.tab('connection')).toBeFocused();
    }),
  listedIds: ({ panel }, use) =>
    use(() =>
      panel.documents.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-save'))),
    ),
  listings: ({ background }, use) =>
    use(async () => (await background.inputs('documents.list')).length),
});

test.describe('the tabs', () => {
  test('move with the arrow keys and wrap around', async ({ open, page, panel }) => {
    const { selectedTab, otherTabs } = panel.library;
    await open('sidepanel/saves-highlighted');
    await panel.open('library');
    await expect(page.getByRole('list').first()).toBeVisible();
    for (const [key, tab] of [
      ['ArrowRight', 'connection'],
      ['ArrowRight', 'page'],
      ['ArrowRight', 'everything'],
      ['ArrowLeft', 'page'],
      ['Home', 'everything'],
      ['End', 'page'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(selectedTab(tab)).toBeFocused();
      await expect(panel.library.panel(tab)).toBeVisible();
    }
    for (const other of await otherTabs.all())
      await expect(other).toHaveAttribute('tabindex', '-1');
  });
});

test.describe('the tab for the whole library', () => {
  test.describe('with a fake clock', () => {
    test.use({ isolated: true });

    test('requests nothing before it is opened or while it is in the background', async ({
      open,
      page,
      panel,
      background,
      listings,
    }) => {
      const { library, documents, saves } = panel;
      await page.clock.install();
      await open('sidepanel/documents-all');
      await panel.openByKey('library');
      await expect(library.tab('everything')).toBeFocused();
      await expect(saves.empty).toBeVisible();
      expect(await listings()).toBe(0);
      expect(await background.inputs('memories.list')).toEqual([]);

      await page.keyboard.press('ArrowRight');
      await expect(documents.rows.first()).toBeVisible();
      expect(await listings()).toBe(connection.memories.length);

      await page.keyboard.press('ArrowLeft');
      await background.tell({ event: 'profile.changed' });
      await panel.openByKey('search');
      // Longer than changes are batched.
      await page.clock.runFor(5_000);
      expect(await listings()).toBe(connection.memories.length);

      await panel.openByKey('library');
      await library.tab('connection').press('Enter');
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
    const { rows, memory } = panel.documents;
    await openDocuments('all');
    await expect(rows.first()).toBeVisible();
    expect((await listedIds()).slice(0, 5)).toEqual(['m1-0', 'm2-0', 'm3-0', 'm4-0', 'm1-1']);

    const before = await listings();
    await memory('Recipes').press('Space');
    await expect(rows.nth(2)).toBeVisible();
    expect(await listedIds()).toEqual(['m3-0', 'm3-1', 'm3-2']);
    expect(await listings()).toBe(before);
  });

  test('shows more on request, moves the focus to the first of them, and ends at the last', async ({
    openDocuments,
    panel,
    background,
    listedIds,
  }) => {
    const { rows, more, link } = panel.documents;
    await openDocuments('more');
    await expect(rows.first()).toBeVisible();
    await expect(rows).toHaveCount(50);
    await more.press('Enter');
    await expect(rows.nth(99)).toBeVisible();
    await expect(link(rows.nth(50))).toBeFocused();
    await more.press('Enter');
    await expect(rows.nth(149)).toBeVisible();
    await more.press('Enter');
    await expect(rows.nth(159)).toBeVisible();
    await expect(more).toHaveCount(0);
    expect(new Set(await listedIds()).size).toBe(160);
    const asked = (await background.inputs('documents.list')) as { cursor: string | null }[];
    expect(asked.filter(({ cursor }) => cursor === 'next')).toHaveLength(4);
  });

  test('names a Memory that doesn’t answer and can ask it again', async ({
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
    await expect(page.getByText(en('search_unanswered', { memories: 'Work' }))).toBeVisible();
    await expect(page.getByText('tr_55d0a2b9ce')).toBeVisible();
    const before = await listings();
    await panel.documents.retry.press('Enter');
    await background.expectCalls('documents.list', before + 1);
    expect((await background.inputs('documents.list')).at(-1)).toEqual({
      connectionId: 'device',
      memoryId: 'm2',
      cursor: null,
    });
  });

  test('asks the service’s own question before deleting, and Escape declines', async ({
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

  test('removes a document that was already deleted, and moves the focus to the next row', async ({
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
    expect((await background.inputs('documents.list')).at(-1)).toEqual({
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
