import { en } from '../english.ts';
import { deletionSentence } from '../gallery/fixtures.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with the highlights in a scene. */
const test = base.extend<{ openHighlights: (scene: string) => Promise<void> }>({
  openHighlights: ({ open, page, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/highlights-${scene}`);
      await panel.openByKey('highlights');
      await expect(page.getByRole('main').filter({ visible: true })).toBeVisible();
    }),
});

test('shows a highlight on the page by keyboard, and expands a long quote', async ({
  openHighlights,
  panel,
  background,
  expectAnnounced,
}) => {
  const { row, reveal, quote, showAll } = panel.highlights;
  await openHighlights('page');
  await reveal(row('g2')).press('Enter');
  await expectAnnounced(en('highlights_found'));
  await expect.poll(() => background.inputs('highlights.reveal')).toEqual([{ tabId: 7, id: 'g2' }]);

  const height = async () => (await quote(row('g3')).boundingBox())?.height ?? 0;
  const cut = await height();
  await showAll(row('g3')).press('Enter');
  expect(await height()).toBeGreaterThan(cut);
});

test('lists no pages until the active page is known', async ({
  openHighlights,
  page,
  panel,
  background,
}) => {
  const { groups, row } = panel.highlights;
  await openHighlights('loading');
  await background.made('highlights.list-pages');
  await expect(page.getByRole('main').filter({ visible: true })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expect(groups).toHaveCount(0);

  await background.release('highlights.of-page');
  await expect(groups.first().locator(row('g1'))).toBeVisible();
});

test('reports that a highlight’s text has disappeared from the page, and links nowhere', async ({
  openHighlights,
  panel,
}) => {
  const { row, orphaned, reveal } = panel.highlights;
  await openHighlights('page');
  await expect(orphaned(row('g5'))).toBeVisible();
  await expect(reveal(row('g5'))).toHaveCount(0);
});

test('keeps the other buttons in place after a highlight is hidden', async ({
  openHighlights,
  panel,
}) => {
  const { row, copy, hide, undo } = panel.highlights;
  await openHighlights('unmarked');
  const place = async () => (await copy(row('g2')).boundingBox())?.x;
  const before = await place();
  await hide(row('g2')).press('Enter');
  await expect(undo(row('g2'))).toBeVisible();
  expect(await place()).toBe(before);
});

test('mentions the button beside selected words only on sites that have it', async ({
  openHighlights,
  page,
}) => {
  const byButton = page.getByText(en('highlights_empty_ways_button'));
  await openHighlights('empty-allowed');
  await expect(byButton).toBeVisible();
  await openHighlights('empty');
  await expect(page.getByText(en('highlights_empty_ways_menu'))).toBeVisible();
  await expect(byButton).toHaveCount(0);
});

test('restores a hidden highlight, and keeps focus in its row', async ({
  openHighlights,
  page,
  panel,
  background,
  expectAnnounced,
}) => {
  const { row, hide, undo } = panel.highlights;
  await openHighlights('unmarked');
  await hide(row('g2')).press('Enter');
  await expect(undo(row('g2'))).toBeFocused();
  await page.keyboard.press('Enter');
  await expectAnnounced(en('highlights_shown'));
  await expect.poll(() => background.inputs('highlights.hide')).toEqual([{ id: 'g2' }]);
  await expect.poll(() => background.inputs('highlights.show')).toEqual([{ id: 'g2' }]);
});

test('requests access to a site in the click, after storing the choice', async ({
  openHighlights,
  panel,
  background,
  expectAnnounced,
}) => {
  const { anySite } = panel.highlights;
  await openHighlights('empty');
  await expect(anySite).toHaveAccessibleName(/tidewater/);
  await expect(anySite).toHaveAttribute('aria-checked', 'false');
  await anySite.press('Enter');
  await expectAnnounced(en('highlights_site_line_on'));
  const asked = (await background.calls()).map(({ name }) => name);
  expect(asked.filter((name) => name.startsWith('sites.') || name === 'requestOrigins')).toEqual([
    'sites.allow',
    'requestOrigins',
    'sites.allow',
  ]);
});

test('draws missing highlights on request, or explains why it can’t', async ({
  openHighlights,
  page,
  panel,
  background,
}) => {
  await openHighlights('undrawn-refused');
  await panel.highlights.draw.press('Enter');
  await expect(page.getByText(en('highlights_draw_refused_title'))).toBeVisible();
  await expect.poll(() => background.inputs('highlights.draw')).toEqual([{ tabId: 7 }]);
});

test.describe('highlights of all pages', () => {
  test('are grouped by page: the page in front first, each once', async ({
    openHighlights,
    panel,
  }) => {
    const { groups, row, reveal } = panel.highlights;
    await openHighlights('page');
    await expect(groups).toHaveCount(3);
    await expect(groups.first().locator('[data-highlight="g1"]')).toBeVisible();
    // Quotes on other pages open that page at the text.
    await expect(row('o0-0').getByRole('blockquote').getByRole('link')).toHaveAttribute(
      'href',
      /^https:\/\/[^#]+#:~:text=/u,
    );
    await expect(reveal(row('o0-0'))).toHaveCount(0);
  });

  test('are drawn as the person scrolls', async ({ openHighlights, panel }) => {
    const { groups } = panel.highlights;
    await openHighlights('many');
    await expect(groups.first()).toBeVisible();
    const before = await groups.count();
    expect(before).toBeLessThan(150);
    await groups.last().scrollIntoViewIfNeeded();
    await expect.poll(() => groups.count()).toBeGreaterThan(before);
  });

  test('can be copied as Markdown, one or all of a page', async ({
    openHighlights,
    page,
    panel,
    expectAnnounced,
  }) => {
    const { row, copy, copyPage, groups } = panel.highlights;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openHighlights('page');
    await copy(row('g2')).press('Enter');
    await expectAnnounced(en('common_copied'));
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await copied()).toMatch(/^> What the harbour lost[^\n]+\n\n— \[[^\n]+\]\(https:/u);

    await copyPage(groups.first()).press('Enter');
    await expect.poll(copied).toMatch(/^## \[[^\n]+\]\(https:/u);
    expect((await copied()).match(/^> /gmu)).toHaveLength(5);
  });
});

test.describe('editing a highlight', () => {
  test('changes the color at once, and the comment when it is saved', async ({
    openHighlights,
    page,
    panel,
    background,
  }) => {
    const { row, edit, comment, color, save } = panel.highlights;
    await openHighlights('page');
    await edit(row('g1')).press('Enter');
    await expect(comment(row('g1'))).toBeFocused();
    await expect(color(row('g1'), 'yellow')).toBeChecked();
    await color(row('g1'), 'pink').click();
    await expect
      .poll(() => background.inputs('highlights.set-color'))
      .toEqual([{ id: 'g1', color: 'pink' }]);

    await comment(row('g1')).fill('Another thought');
    await comment(row('g1')).press('Control+Enter');
    await expect(comment(row('g1'))).toHaveCount(0);
    await expect
      .poll(() => background.inputs('highlights.set-comment'))
      .toEqual([{ id: 'g1', comment: 'Another thought' }]);
    await expect(page.locator(':focus')).toBeVisible();
    await edit(row('g2')).press('Enter');
    await page.keyboard.press('Escape');
    await expect(save(row('g2'))).toHaveCount(0);
    await expect.poll(() => background.inputs('highlights.set-comment')).toHaveLength(1);
  });

  test('offers to delete the note with the earlier comment, which asks the service first', async ({
    openHighlights,
    page,
    panel,
    background,
  }) => {
    const { row, deleteEarlier } = panel.highlights;
    await openHighlights('page');
    await deleteEarlier(row('o0-0')).press('Enter');
    await expect(page.getByText(deletionSentence)).toBeVisible();
    await expect
      .poll(() => background.inputs('saved.delete'))
      .toEqual([{ id: 'earlier', confirm: false }]);
  });
});

test.describe('deleting a highlight', () => {
  test('shows the service’s own question, and sends nothing else before the answer', async ({
    openHighlights,
    page,
    panel,
    background,
  }) => {
    const { row, remove } = panel.highlights;
    await openHighlights('page');
    await remove(row('g2')).press('Enter');
    await expect(page.getByText(deletionSentence)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(remove(row('g2'))).toBeFocused();
    await expect
      .poll(() => background.inputs('saved.delete'))
      .toEqual([{ id: 'g2', confirm: false }]);
  });

  test('discards a note that wasn’t sent yet, and can restore it', async ({
    openHighlights,
    page,
    panel,
    background,
  }) => {
    const { row, remove } = panel.highlights;
    await openHighlights('page');
    await remove(row('g4')).press('Enter');
    await background.expectCalls('outbox.discard', 1);
    await page.getByRole('button', { name: en('common_undo'), exact: true }).press('Enter');
    await background.expectCalls('outbox.restore', 1);
    expect(await background.inputs('saved.delete')).toEqual([]);
  });
});
