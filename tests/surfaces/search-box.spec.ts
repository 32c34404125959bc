/** Tests the search box: suggestions while typing, corrections, and a chip for each filter. */
import { en } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with a search scene, named without its prefix. */
const test = base.extend<{ openSearch: (scene: string) => Promise<void> }>({
  openSearch: ({ open }, use) => use((scene) => open(`sidepanel/search-${scene}`)),
});

const memoryNames = ['Reading', 'Work', 'Recipes', 'Garden notes'];

test.describe('suggestions', () => {
  test('complete an operator and its value by keyboard, and search for them', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { box, suggestions } = panel.search;
    await openSearch('idle');
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await box.pressSequentially('harbour in');
    await expect(suggestions.names).toHaveText([en('search_operators_in')]);
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await expect(box).toHaveAttribute('aria-controls', /./);
    await expect(suggestions.active).toHaveCount(0);
    await box.press('ArrowDown');
    await expect(suggestions.active).toHaveCount(1);
    await box.press('Enter');
    await expect(box).toHaveValue('harbour in:');

    await expect(suggestions.names).toHaveText(memoryNames);
    await expect(suggestions.active).toHaveCount(0);
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await box.press('ArrowUp');
    await expect(suggestions.active).toHaveText('Reading');
    const active = await box.getAttribute('aria-activedescendant');
    await expect(suggestions.active).toHaveAttribute('id', active ?? '');
    await box.press('ArrowUp');
    await expect(suggestions.active).toHaveCount(0);
    await expect(box).not.toHaveAttribute('aria-activedescendant');
    await box.pressSequentially('gar');
    await box.press('ArrowDown');
    await box.press('Tab');
    await expect(box).toHaveValue('harbour in:"Garden notes" ');
    await expect(box).toBeFocused();
    await expect(suggestions.list).toHaveCount(0);
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await expect
      .poll(async () => (await background.inputs('search.run')).at(-1))
      .toMatchObject({ q: 'harbour in:"Garden notes"' });
  });

  test('let Enter search, and then let the arrow key move to the results', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { box, suggestions, openers, count } = panel.search;
    await openSearch('grouped');
    await expect(count(4)).toBeVisible();
    await box.fill('harbour site');
    await expect(suggestions.list).toBeVisible();
    await box.press('Enter');
    await expect(suggestions.list).toHaveCount(0);
    await expect
      .poll(async () => (await background.inputs('search.run')).at(-1))
      .toMatchObject({ q: 'harbour site' });
    await expect(count(4)).toBeVisible();
    await box.press('ArrowDown');
    await expect(openers.first()).toBeFocused();
  });

  test('close on the first Escape, before the second clears the box', async ({
    openSearch,
    panel,
  }) => {
    const { box, suggestions } = panel.search;
    await openSearch('idle');
    await box.fill('si');
    await expect(suggestions.list).toBeVisible();
    await box.press('Escape');
    await expect(suggestions.list).toHaveCount(0);
    await expect(box).toHaveValue('si');
    await box.press('Escape');
    await expect(box).toHaveValue('');
  });

  test('are accepted with a click, which leaves focus and the caret in the box', async ({
    openSearch,
    page,
    panel,
  }) => {
    const { box, suggestions } = panel.search;
    await openSearch('idle');
    await box.fill('ty');
    await suggestions.option(en('search_operators_type')).click();
    await expect(box).toHaveValue('type:');
    await expect(box).toBeFocused();
    await expect(suggestions.names).toHaveText([
      en('search_types_page'),
      en('search_types_note'),
      en('search_types_highlight'),
      en('search_types_pdf'),
    ]);
    await suggestions.option(en('search_types_pdf')).click();
    await page.keyboard.type('tides');
    await expect(box).toHaveValue('type:pdf tides');
  });

  test('complete the word at the caret, and place the caret after it', async ({
    openSearch,
    page,
    panel,
  }) => {
    const { box, suggestions } = panel.search;
    await openSearch('idle');
    await box.fill(' harbour');
    await box.press('Home');
    await box.pressSequentially('ta');
    await suggestions.option(en('search_operators_tag')).click();
    await page.keyboard.type('rope');
    await expect(box).toHaveValue('tag:rope harbour');
  });

  test('replace a date in words with a filter', async ({ openSearch, panel }) => {
    const { box, suggestions } = panel.search;
    await openSearch('idle');
    await box.fill('harbour last month');
    await expect(suggestions.names).toHaveText(['last month']);
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(box).toHaveValue('harbour saved:2026-10 ');
    await box.fill('harbour last week');
    await expect(suggestions.names).toHaveText(['last week']);
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(box).toHaveValue('harbour saved:2026-11-09..2026-11-15 ');
  });

  test('include the sites of the results', async ({ openSearch, panel }) => {
    const { box, suggestions, count } = panel.search;
    await openSearch('grouped');
    await expect(count(4)).toBeVisible();
    await box.fill('harbour site:tide');
    await expect(suggestions.names).toHaveText(['tidewater-quarterly.example']);
  });

  test('aren’t shown in quotes, or after the box loses focus', async ({
    openSearch,
    page,
    panel,
  }) => {
    const { box, suggestions } = panel.search;
    await openSearch('idle');
    await box.fill('si');
    await expect(suggestions.list).toBeVisible();
    await box.fill('"si');
    await expect(suggestions.list).toHaveCount(0);
    await box.fill('si');
    await expect(suggestions.list).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(box).not.toBeFocused();
    await expect(suggestions.list).toHaveCount(0);
    await box.focus();
    await expect(box).toHaveAttribute('aria-expanded', 'false');
  });

  test('cover the results instead of moving them', async ({ openSearch, page, panel }) => {
    await page.setViewportSize({ width: 320, height: 720 });
    const { box, suggestions, results, count } = panel.search;
    await openSearch('grouped');
    await expect(count(4)).toBeVisible();
    const before = await results.first().boundingBox();
    await box.fill('harbour in:');
    await expect(suggestions.options).toHaveCount(4);
    await expect(suggestions.list).toBeInViewport({ ratio: 1 });
    await expect(count(4)).toBeVisible();
    await expect.poll(() => results.first().boundingBox()).toEqual(before);
  });

  test('open above the box in the popup, where Enter searches in the side panel', async ({
    open,
    popup,
    background,
  }) => {
    const { searchBox, suggestions } = popup;
    await open('popup/ready');
    await searchBox.fill('harbour in:');
    await expect(suggestions.list).toBeInViewport({ ratio: 1 });
    await suggestions.option('Work').click();
    await expect(searchBox).toHaveValue('harbour in:Work ');
    await searchBox.press('Enter');
    await background.expectCalls('closeWindow', 1);
    expect(await background.inputs('offerQuery')).toEqual([{ windowId: 1, q: 'harbour in:Work' }]);
  });
});

test.describe('corrections', () => {
  test('are shown, and searching for what was typed puts it in quotes', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { box, corrections, count } = panel.search;
    await openSearch('corrected');
    await expect(count(4)).toBeVisible();
    await expect(corrections.text).toContainText('harbour');
    await expect(corrections.text).toContainText('ledgers');
    await corrections.searchInstead('harbuor', 'ledgrs').click();
    await expect(box).toHaveValue('"harbuor" "ledgrs"');
    await expect(box).toBeFocused();
    await expect
      .poll(async () => (await background.inputs('search.run')).at(-1))
      .toMatchObject({ q: '"harbuor" "ledgrs"' });
  });
});

test.describe('chips', () => {
  const without = en('search_chips_without', { words: 'tax' });
  const site = en('search_chips_filter', {
    name: en('search_operators_site'),
    value: 'example.org',
  });
  const saved = en('search_chips_filter', {
    name: en('search_operators_saved'),
    value: 'last month',
  });

  test('show filters, phrases and exclusions, but no words', async ({ openSearch, panel }) => {
    const { box, chips, count } = panel.search;
    await openSearch('idle-few');
    await box.fill('harbour "old rope" -tax site:example.org saved:2026-10');
    await expect(chips.all).toHaveText([
      en('search_chips_phrase', { phrase: 'old rope' }),
      without,
      site,
      saved,
    ]);
    await box.fill('harbour rope');
    await expect(count(4)).toBeVisible();
    await expect(chips.list).toHaveCount(0);
  });

  test('remove their part, search again, and move focus to the next chip or the box', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { box, chips } = panel.search;
    await openSearch('idle-few');
    await box.fill('harbour -tax site:example.org ledgers');
    await chips.remove(without).press('Enter');
    await expect(box).toHaveValue('harbour site:example.org ledgers');
    await expect(chips.remove(site)).toBeFocused();
    await expect
      .poll(async () => (await background.inputs('search.run')).at(-1))
      .toMatchObject({ q: 'harbour site:example.org ledgers' });
    await chips.remove(site).press('Enter');
    await expect(box).toHaveValue('harbour ledgers');
    await expect(box).toBeFocused();
    await expect(chips.list).toHaveCount(0);
    await expect
      .poll(async () => (await background.inputs('search.run')).at(-1))
      .toMatchObject({ q: 'harbour ledgers' });
  });

  test('clear the search when the last one is removed', async ({ openSearch, panel }) => {
    const { box, chips, history } = panel.search;
    await openSearch('idle-few');
    await box.fill('site:example.org');
    await chips.remove(site).click();
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
    await expect(history.entries.first()).toBeVisible();
  });
});
