/** Tests highlights in the real browser: on allowed sites, by keyboard elsewhere, and in the side panel. */
import { expect, type Frame, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { allowMarks, keepSelection, saveByPopup, selectWords, visit } from '../browser/surfaces.ts';
import { en, enLead, enPlural, enStart } from '../english.ts';
import { highlightBox } from '../pages/highlight-box.ts';
import { expectInBox, selectByHand, untilClickable } from './closed-shadow-root.ts';
import { itemsOf, test } from './keepsake.ts';

const words = 'the customs house burned in 1871';
const text = `It is said that ${words} and took the ledgers with it.`;
const frames = [
  { host: '127.0.0.1', words: 'A frame has words of its own.' },
  { host: 'localhost', words: 'Another site has other words.' },
] as const;

let body = '';
let site: PageServer;
test.beforeEach(async () => {
  body = `<h1>Harbours</h1><p>${text}</p><p>What it lost on paper it kept in talk.</p>`;
  site = await servePages({
    '/page': () => document(body),
    '/around': () => document(`<h1>Around</h1>${frames.map(frameOf).join('')}`),
    '/frame': ({ url }) => document(`<p>${new URL(url).searchParams.get('words')}</p>`),
  });
});
test.afterEach(() => site.close());

test('saves words with the button on an allowed site and finds them again', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/page`);
  const panel = await allowSite(keepsake, page);
  const before = await page.evaluate(() => globalThis.document.body.innerHTML);

  await test.step('undoes a new highlight', async () => {
    await selectByHand(page, () => selectWords(page, words));
    await highlightBox(page).click('keep');
    await expectInBox(page, enLead('highlights_box_kept'));
    await expect.poll(() => drawn(page)).toBe(1);
    await highlightBox(page).click('undo');
    await expectInBox(page, en('highlights_box_undone'));
    expect(await drawn(page)).toBe(0);
    expect(await itemsOf(keepsake, site.origin)).toMatchObject([
      { state: { status: 'discarded' } },
    ]);
  });

  await test.step('saves a comment written after selecting words and pressing the shortcut', async () => {
    await selectWords(page, words);
    await keepsake.pressShortcut(page, 'Alt+Shift+H');
    await expectInBox(page, en('highlights_box_comment'));
    await page.keyboard.type('Who says so?');
    await highlightBox(page).click('save');
    await expectInBox(page, enLead('highlights_box_kept'));
    await expect.poll(() => drawn(page)).toBe(1);
    const note = async () =>
      (await itemsOf(keepsake, site.origin)).find(({ state }) => state.status !== 'discarded');
    expect(await note()).toMatchObject({ kind: 'note', source: { url: `${site.origin}/page` } });
    await expect.poll(async () => (await note())?.state.status).toBe('accepted');
    expect(await page.evaluate(() => globalThis.document.body.innerHTML)).toBe(before);
  });

  await test.step('shows in the popup that the same words are saved, and offers to save the page', async () => {
    await selectWords(page, words);
    const popup = await keepsake.openPopup(page);
    await expect(popup.getByText(en('errors_selection_kept_title'))).toBeVisible();
    await expect(popup.getByRole('button', { name: en('popup_save') })).toBeVisible();
    await popup.close();
  });

  await test.step('restores a comment for the same words after undo', async () => {
    const other = 'it kept in talk';
    await selectWords(page, other);
    await keepsake.pressShortcut(page, 'Alt+Shift+H');
    await expectInBox(page, en('highlights_box_comment'));
    await page.keyboard.type('By whom?');
    await highlightBox(page).click('save');
    await highlightBox(page).click('undo');
    await expectInBox(page, en('highlights_box_undone'));
    await selectWords(page, other);
    await keepsake.pressShortcut(page, 'Alt+Shift+H');
    await expectInBox(page, en('highlights_box_comment'));
    await highlightBox(page).click('save');
    await expectInBox(page, enLead('highlights_box_kept'));
    const again = panel.getByRole('listitem').filter({ hasText: other });
    await expect(again).toContainText('By whom?');
    await highlightBox(page).click('undo');
    await expect(again).toHaveCount(0);
  });

  const row = panel.getByRole('listitem').filter({ hasText: words });
  await test.step('lists it in the panel with the comment separate', async () => {
    await expect(row).toContainText('Who says so?');
    await expect(row.getByRole('button', { name: words, exact: true })).toBeVisible();
  });

  await test.step('draws the highlight again after a reload', async () => {
    await page.reload();
    await expect.poll(() => drawn(page)).toBe(1);
  });

  await test.step('removes and restores it from its card', async () => {
    // The highlight may still move after the reload.
    await expect(async () => {
      const at = await page.evaluate(middleOfMark);
      await page.mouse.click(at.x, at.y);
      await expectInBox(page, 'Who says so?');
    }).toPass();
    await highlightBox(page).click('remove');
    await expect.poll(() => drawn(page)).toBe(0);
    await highlightBox(page).click('undo');
    await expect.poll(() => drawn(page)).toBe(1);
  });

  await test.step('hides and shows it from the panel', async () => {
    await row.locator('[data-act="hide"]').press('Enter');
    await expect.poll(() => drawn(page)).toBe(0);
    await row.locator('[data-act="show"]').press('Enter');
    await expect.poll(() => drawn(page)).toBe(1);
  });

  await test.step('lists it as an orphan while its words are missing', async () => {
    body = '<h1>Harbours</h1><p>Another text altogether stands here by now.</p>';
    await page.reload();
    await expect(row).toContainText(en('highlights_orphaned'));
    expect(await drawn(page)).toBe(0);
  });

  await test.step('restores it with its words', async () => {
    body = `<h1>Harbours</h1><p>A new beginning.</p><p>${text}</p>`;
    await page.reload();
    await expect.poll(() => drawn(page)).toBe(1);
  });

  await test.step('clears the highlights of the open page when the site is turned off', async () => {
    await panel.getByRole('switch').press('Enter');
    await expect.poll(() => drawn(page)).toBe(0);
    await expect.poll(() => registered(keepsake)).toEqual([]);
    await page.reload();
    await selectWords(page, words);
    expect(await drawn(page)).toBe(0);
  });
});

test('saves words by keyboard on other sites, and draws the highlight immediately', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/page`);
  await selectWords(page, words);

  await keepSelection(keepsake, page);

  await expect.poll(() => drawn(page)).toBe(1);
  expect(await registered(keepsake)).toEqual([]);

  await test.step('lists a site allowed for another purpose in the settings, where its permission can be removed', async () => {
    await keepsake.approveHost('http://127.0.0.1/*');
    const settings = await keepsake.openExtensionPage('/options.html#sites');
    await settings.evaluate(askForSite, 'http://127.0.0.1/*');
    await settings.locator('#ask').click();

    const row = settings.locator('[data-readable]');
    await expect(row).toHaveText(/127\.0\.0\.1/);
    await row.getByRole('button').click();

    await expect(row).toHaveCount(0);
    await expect(
      settings.getByText(
        en('highlights_sites_readable_released', {
          site: en('highlights_sites_plain', { host: '127.0.0.1' }),
        }),
      ),
    ).toHaveCount(1);
    expect(
      await settings.evaluate(async () => (await chrome.permissions.getAll()).origins),
    ).toEqual([]);
  });
});

test('saves words in frames, even cross-site ones, under the page that contains the frames', async ({
  settled: keepsake,
}) => {
  const there = await visit(keepsake, `http://localhost:${new URL(site.origin).port}/page`);
  await (await allowSite(keepsake, there)).close();
  await there.close();
  const page = await visit(keepsake, `${site.origin}/around`);
  const panel = await allowSite(keepsake, page);

  for (const [at, { host, words: framed }] of frames.entries()) {
    const frame = page.frame({ url: (url) => url.hostname === host && url.pathname === '/frame' });
    const outer = await page.locator('iframe').nth(at).boundingBox();
    if (frame === null || outer === null) throw new Error('The page has no such frame.');
    await frame.locator('p').click({ clickCount: 3 });
    const isAnothers = host !== new URL(site.origin).hostname;
    // For a cross-site frame, the box is in the frame's own document.
    const holder = isAnothers ? frame : page;
    await expect.poll(() => holder.evaluate(boxOf)).not.toBeNull();
    await untilClickable(holder);
    const box = await holder.evaluate(boxOf);
    const corner = isAnothers ? outer : { x: 0, y: 0 };
    await page.mouse.click(corner.x + (box?.x ?? 0) + 26, corner.y + (box?.y ?? 0) + 20);
    // An open box would cover the other frame and take its clicks. It also closes by itself, so close it before the checks.
    if (!isAnothers) await highlightBox(page).click('close');

    const row = panel.getByRole('listitem').filter({ hasText: framed });
    await expect(row).toBeVisible();
    await expect(row.getByText(en('highlights_frame', { host }))).toHaveCount(isAnothers ? 1 : 0);
    await expect.poll(() => drawn(frame)).toBe(1);
  }

  expect(await drawn(page)).toBe(0);
  const kept = await itemsOf(keepsake, site.origin);
  expect(kept.map(({ pageKey }) => pageKey)).toEqual(frames.map(() => `${site.origin}/around`));
});

test('leads from a saved page to its highlights, also while another page is in front', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/page`);
  await saveByPopup(keepsake, page);
  const panel = await allowSite(keepsake, page);
  const library = panel.getByRole('button', { name: enStart('panel_views_library') });
  await selectByHand(page, () => selectWords(page, words));
  await highlightBox(page).click('keep');
  await expectInBox(page, enLead('highlights_box_kept'));

  await library.click();
  await panel
    .getByRole('button', { name: new RegExp(`^${enPlural(1, 'saves_highlights')}`, 'u') })
    .click();
  await expect(panel.getByRole('list', { name: en('highlights_list') })).toContainText(words);

  await visit(keepsake, `${site.origin}/around`);
  await library.click();
  await panel
    .getByRole('button', { name: new RegExp(`^${enPlural(1, 'saves_highlights')}`, 'u') })
    .click();
  await expect(panel.locator(`[data-page="${site.origin}/page"]`)).toContainText(words);
});

/**
 * Turns the highlight button on for the page's site in the side panel. Returns the panel, with the
 * page in front.
 */
async function allowSite(keepsake: ChromiumExtension, page: Page): Promise<Page> {
  await allowMarks(keepsake, page);
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.locator('.panel-nav [data-view="highlights"]').click();
  await page.bringToFront();
  await expect(panel.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  return panel;
}

/** Counts the ranges drawn as highlights. */
function drawn(page: Page | Frame): Promise<number> {
  return page.evaluate(() =>
    [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0),
  );
}

/** Runs in the page: returns the middle of its first highlight, in the viewport. */
function middleOfMark(): { x: number; y: number } {
  const [range] = CSS.highlights.get('keepsake-highlight') ?? [];
  const { left, right, top, bottom } = (range as Range).getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** Runs in an extension page: adds a button that requests permission for the site from the browser. */
function askForSite(pattern: string): void {
  const button = globalThis.document.createElement('button');
  button.id = 'ask';
  button.textContent = 'Ask for the site of the test';
  button.addEventListener('click', () => void chrome.permissions.request({ origins: [pattern] }));
  globalThis.document.body.prepend(button);
}

/** Runs in a page: returns the position of Keepsake's box; null if nothing is shown. */
function boxOf(): { x: number; y: number } | null {
  const host = globalThis.document.querySelector('html > div');
  const box = host?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? null : { x: box.x, y: box.y };
}

function frameOf({ host, words: framed }: { host: string; words: string }): string {
  const { port } = new URL(site.origin);
  return `<iframe width="230" height="64" src="http://${host}:${port}/frame?words=${encodeURIComponent(framed)}"></iframe>`;
}

/** Returns the sites where the browser runs the script automatically. */
async function registered(keepsake: ChromiumExtension): Promise<string[]> {
  const worker = await keepsake.worker();
  return worker.evaluate(async () => {
    const scripts = await chrome.scripting.getRegisteredContentScripts();
    return scripts.flatMap(({ matches }) => matches);
  });
}

function document(html: string): string {
  return `<!doctype html><html lang="en"><title>Harbours</title><body>${html}</body></html>`;
}

declare const chrome: {
  permissions: {
    request: (what: { origins: string[] }) => Promise<boolean>;
    getAll: () => Promise<{ origins: string[] }>;
  };
  scripting: { getRegisteredContentScripts: () => Promise<{ matches: string[] }[]> };
};
