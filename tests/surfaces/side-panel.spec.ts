import { en, enParts, enPlural } from '../english.ts';
import { expect, test } from './surface-test.ts';

/** The view names in the languages in which they are longest. */
const longNames = [
  ['Suchen', 'Fragen', 'Profil', 'Bibliothek', 'Markierungen'],
  ['Pesquisar', 'Perguntar', 'Perfil', 'Biblioteca', 'Destaques'],
  ['Rechercher', 'Demander', 'Profil', 'Bibliothèque', 'Surlignages'],
];

test('keeps the view names in place when a view opens', async ({ open, panel }) => {
  await open('sidepanel/results');
  const places = () =>
    panel.navigation
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().x));
  const before = await places();
  for (const view of ['ask', 'library', 'profile'] as const) {
    await panel.open(view);
    expect(await places(), view).toEqual(before);
  }
});

test('keeps each view’s state while another is shown, and reopens the last view', async ({
  open,
  page,
  panel,
}) => {
  const { search, saves } = panel;
  await open('sidepanel/saves-needy');
  await search.box.fill('harbour');
  await expect(panel.navButton('library')).toHaveAccessibleName(
    enPlural(5, 'panel_label_needy', { view: en('panel_views_library') }),
  );
  await panel.openByKey('library');
  await expect(saves.filter.words).toBeFocused();
  await expect(page).toHaveTitle(en('panel_title', { view: en('panel_views_library') }));
  await saves.filter.words.fill('seaweed');
  await expect(saves.filter.shown(1, 5).first()).toBeVisible();

  await panel.openByKey('search');
  await expect(search.box).toBeFocused();
  await expect(search.box).toHaveValue('harbour');
  await expect(page).toHaveTitle(en('panel_title', { view: en('panel_views_search') }));

  await panel.openByKey('library');
  await expect(saves.filter.words).toHaveValue('seaweed');
  await open('sidepanel/saves-needy', { again: true });
  await expect(saves.filter.words).toBeFocused();
  await expect(panel.current).toHaveAttribute('data-view', 'library');
});

test.describe('while a view loads', () => {
  test.use({ isolated: true });

  test('leaves the focus where it was moved', async ({ open, page, panel }) => {
    await open('sidepanel/saves-needy');
    await panel.openByKey('library');
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const ask = document.querySelector<HTMLElement>('nav [data-view="ask"]');
        if (ask === null) return;
        observer.disconnect();
        ask.focus();
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await open('sidepanel/saves-needy', { again: true });
    await expect(panel.saves.filter.words).toBeVisible();
    await expect(panel.navButton('ask')).toBeFocused();
  });
});

test('opens the view that replaced the one in which an earlier version was left', async ({
  open,
  page,
  panel,
}) => {
  await open('sidepanel/saves-needy');
  for (const [left, view] of [
    ['library/page', 'highlights'],
    ['library/connection', 'library'],
    ['rules', 'search'],
  ] as const) {
    await page.evaluate((place) => localStorage.setItem('panel-view', place), left);
    await open('sidepanel/saves-needy', { again: true });
    await expect(panel.current).toHaveAttribute('data-view', view);
  }
});

test('fits the names of the views side by side, even long ones', async ({ open, page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await open('sidepanel/saves-needy');
  for (const names of longNames) {
    const spilling = await page.evaluate((words) => {
      const labels = [...document.querySelectorAll<HTMLElement>('.panel-nav-words')];
      return labels.flatMap((label, index) => {
        label.lastChild?.replaceWith(words[index] ?? '');
        return label.scrollWidth > (label.parentElement?.clientWidth ?? 0) ? [words[index]] : [];
      });
    }, names);
    expect(spilling).toEqual([]);
  }
});

test('returns to the search for a query from elsewhere', async ({ open, panel, background }) => {
  await open('sidepanel/results');
  await panel.open('library');
  await background.tell({ event: 'panel.offered', windowId: 1 });
  await expect(panel.search.box).toBeFocused();
  await expect(panel.search.box).toHaveValue('harbour ledgers');
});

test('requests the connection in use once for all views', async ({ open, panel, background }) => {
  await open('sidepanel/profile-ready');
  for (const view of ['profile', 'highlights', 'library', 'ask'] as const) {
    await panel.open(view);
    await expect(panel.shown(view).locator('h1').first()).toBeAttached();
  }
  await expect.poll(() => background.inputs('connection.status')).toHaveLength(1);
});

test('links to setting up a connection even if connections can’t be listed', async ({
  open,
  panel,
  background,
}) => {
  await open('sidepanel/first-use-untold');
  await panel.setUp.press('Enter');
  await expect.poll(() => background.inputs('openWelcome')).toHaveLength(1);
});

test.describe('the notice of pages that became searchable', () => {
  test('doesn’t count pages that were deleted since', async ({ open, page, background }) => {
    await open('sidepanel/news');
    await expect(page.getByText(enPlural(12, 'learned_many'))).toBeVisible();
    await background.tell({ event: 'outbox.removed', id: 'other' });
    await background.tell({ event: 'outbox.removed', id: 'news' });
    await expect(page.getByText(enPlural(11, 'learned_many'))).toBeVisible();
  });

  test('appears once and can be dismissed', async ({ open, page, panel, background }) => {
    const [becameSearchable = ''] = enParts('learned_many_other');
    await open('sidepanel/news');
    await expect(page.getByText(enPlural(12, 'learned_many'))).toBeVisible();
    await background.tell({ event: 'learned.news' });
    await expect(page.getByText(enPlural(24, 'learned_many'))).toBeVisible();
    await panel.learned.close.press('Enter');
    await expect(page.getByText(becameSearchable)).toHaveCount(0);
  });
});
