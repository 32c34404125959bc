import { en } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with the tab for the current page in a scene. */
const test = base.extend<{ openHighlights: (scene: string) => Promise<void> }>({
  openHighlights: ({ open, page, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/highlights-${scene}`);
      await panel.openByKey('library');
      await expect(panel.library.tab('everything')).toBeFocused();
      await page.keyboard.press('End');
      await expect(panel.library.selectedTab('page')).toBeFocused();
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
  expect(await background.inputs('highlights.reveal')).toEqual([{ tabId: 7, id: 'g2' }]);

  const height = async () => (await quote(row('g3')).boundingBox())?.height ?? 0;
  const cut = await height();
  await showAll(row('g3')).press('Enter');
  expect(await height()).toBeGreaterThan(cut);
});

test('says that a highlight’s text has disappeared from the page, and links nowhere', async ({
  openHighlights,
  panel,
}) => {
  const { row, orphaned, reveal } = panel.highlights;
  await openHighlights('page');
  await expect(orphaned(row('g5'))).toBeVisible();
  await expect(reveal(row('g5'))).toHaveCount(0);
});

test('moves nothing else under the pointer that hid a highlight', async ({
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

test('restores a hidden highlight, and keeps the focus in its row', async ({
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
  await expectAnnounced(en('highlights_marked'));
  expect(await background.inputs('highlights.hide')).toEqual([{ id: 'g2' }]);
  expect(await background.inputs('highlights.show')).toEqual([{ id: 'g2' }]);
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

test('draws missing highlights on request, or says why it can’t', async ({
  openHighlights,
  page,
  panel,
  background,
}) => {
  await openHighlights('undrawn-refused');
  await panel.highlights.draw.press('Enter');
  await expect(page.getByText(en('highlights_draw_refused_title'))).toBeVisible();
  expect(await background.inputs('highlights.draw')).toEqual([{ tabId: 7 }]);
});
