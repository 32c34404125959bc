/** Tests the main journey in Firefox, and where Firefox behaves differently from Chromium. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { FirefoxExtension } from '../browser/firefox.ts';
import type { FirefoxPopup } from '../browser/firefox-popup.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { closedDoors } from '../fixtures/closed-doors.ts';
import { en } from '../english.ts';
import { test } from './firefox-keepsake.ts';
import {
  askToSave,
  button,
  expectAtPassage,
  expectNoteKept,
  expectWords,
  firstHit,
  openFirstHit,
  patiently,
  relaunch,
  saveByPopup,
  search,
  selectParagraph,
  settleIn,
  storedItems,
} from './firefox-steps.ts';
import { firefoxExtension } from './shared-browsers.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const note =
  'The herring came late in the year of the comet, and the nets were mended by lamplight.';
const picture = '<p><img src="/picture.svg" width="40" height="40" alt="">';
const long = Array.from({ length: 5 }, () => filler(20));

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [...long, `${filler(3)} ${sentence} ${filler(3)}`, note, ...long];
  const article = articleHtml({ title: 'The ledger', paragraphs });
  site = await servePages({
    '*': ({ url }) => article.replace('</h1>', `</h1><p>${entryOf(new URL(url).pathname)}</p>`),
    '/menu': article.replace('</h1>', `</h1><a href="/linked">Tides</a>${picture}`),
    '/picture.svg': () =>
      new Response('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>', {
        headers: { 'content-type': 'image/svg+xml' },
      }),
  });
});
test.afterAll(() => site.close());

test('has a manifest that requests no site, declares no content script and opens nothing on its own', async () => {
  const manifest: unknown = JSON.parse(
    await readFile(join(firefoxExtension, 'manifest.json'), 'utf8'),
  );

  expect(manifest).toMatchObject({
    permissions: ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting', 'storage'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    sidebar_action: { open_at_install: false },
    browser_specific_settings: {
      gecko: {
        data_collection_permissions: {
          required: ['none'],
          optional: ['authenticationInfo', 'browsingActivity', 'searchTerms', 'websiteContent'],
        },
      },
    },
  });
  for (const key of closedDoors) {
    expect(manifest).not.toHaveProperty(key);
  }
});

test('finds a saved article and a highlight saved by the shortcut after a restart, and opens them at the passage', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Lighthouses');
  await keepsake.open(`${site.origin}/article`);
  await saveByPopup(keepsake);
  await selectParagraph(keepsake, note);
  await keepsake.pressShortcut('H');
  await expectNoteKept(keepsake);
  await relaunch(keepsake);

  await test.step('finds the article', async () => {
    await search(keepsake, 'barometer tower nobody');
    const hit = await firstHit(keepsake);
    expect(hit.words).toContain('Lighthouses');
    expect(hit.words).toContain('The ledger');
    expect(hit.words).toContain(sentence);
    expect(hit.marked).toEqual(['barometer', 'tower', 'nobody']);
    await openFirstHit(keepsake);
    expect(await keepsake.address()).toContain(`${site.origin}/article#:~:text=`);
    await expectAtPassage(keepsake, sentence);
  });

  await test.step('finds the highlight word for word', async () => {
    await search(keepsake, 'herring comet lamplight');
    const hit = await firstHit(keepsake);
    expect(hit.words).toContain('Lighthouses');
    expect(hit.words).toContain(en('search_yourNote'));
    expect(hit.note).toBe(note);
    expect(hit.marked).toEqual(['herring', 'comet', 'lamplight']);
    await openFirstHit(keepsake);
    expect(await keepsake.address()).toContain(`${site.origin}/article#:~:text=`);
    await expectAtPassage(keepsake, note);
  });
});

test.describe('in a shared browser', () => {
  test.describe.configure({ mode: 'default' });

  test('saves page, selection, link and image from the context menu, and a page with the shortcut', async ({
    settled: keepsake,
  }) => {
    const address = `${site.origin}/menu`;
    await keepsake.open(address);
    await keepsake.clickContextMenu('h1', en('menus_savePage'));
    await selectParagraph(keepsake, note);
    await keepsake.clickContextMenu(
      `//p[.='${note}']`,
      en('menus_saveSelection').replace(/%s.*/u, 'The herring came late'),
    );
    await expectNoteKept(keepsake);
    await keepsake.run(() => getSelection()?.removeAllRanges());
    await keepsake.clickContextMenu('a[href="/linked"]', en('menus_saveLink'));
    await keepsake.clickContextMenu('img', en('menus_saveImage'));
    await keepsake.open(`${site.origin}/shortcut`);
    await keepsake.pressShortcut('S');

    await keepsake.open('/sidepanel.html');
    const kept = async () =>
      (await storedItems(keepsake)).map(({ kind, source }) => `${kind} ${source.url}`).toSorted();
    await expect
      .poll(kept, patiently)
      .toEqual(
        expect.arrayContaining([
          `link ${site.origin}/linked`,
          `link ${site.origin}/picture.svg`,
          `note ${address}`,
          `page ${address}`,
          `page ${site.origin}/shortcut`,
        ]),
      );
  });

  test('opens the sidebar from the popup with the words typed there, and finds what was saved', async ({
    settled: keepsake,
  }) => {
    await keepsake.open(`${site.origin}/searched`);
    // Another open search page in this window would receive the words that the popup passes on.
    await keepsake.closeOtherTabs();
    await saveByPopup(keepsake);
    const popup = await keepsake.openPopup();
    await expectWords(popup, en('outbox_save_alreadySaved'));
    expect(await keepsake.isSidebarOpen()).toBe(false);

    await popup.fill('input[type=search]', 'barometer tower nobody');
    await popup.submit('input[type=search]');

    await expect.poll(() => keepsake.isSidebarOpen(), patiently).toBe(true);
    await expect.poll(() => popup.isOpen(), patiently).toBe(false);
    // Retry, because the sidebar opens before its page has loaded.
    await expect(async () => {
      expect(await keepsake.runInSidebar(() => document.body.innerText)).toContain(sentence);
    }).toPass(patiently);
  });

  test('searches for the selected text in the sidebar, from the context menu', async ({
    settled: keepsake,
  }) => {
    await keepsake.open(`${site.origin}/selected`);
    // Another open search page in this window would receive the words.
    await keepsake.closeOtherTabs();
    await selectParagraph(keepsake, note);

    await keepsake.clickContextMenu(
      `//p[.='${note}']`,
      en('menus_searchSelection').replace(/%s.*/u, 'The herring came late'),
    );

    await expect.poll(() => keepsake.isSidebarOpen(), patiently).toBe(true);
    // Retry, because the sidebar opens before its page has loaded.
    await expect(async () => {
      const typed = () => document.querySelector<HTMLInputElement>('input[type="search"]')?.value;
      expect(await keepsake.runInSidebar(typed)).toBe(note);
    }).toPass(patiently);
  });

  test('saves a note from the popup and finds it, and shows a pinned fact in the profile', async ({
    settled: keepsake,
  }) => {
    await keepsake.open(`${site.origin}/written-on`);
    const popup = await keepsake.openPopup();
    await popup.click(button(en('note_write')));
    await popup.fill('textarea:not([readonly])', 'Ines has the winch of the harbour.');
    await popup.click('.note-send:not([disabled])');
    await expectWords(popup, en('note_saved', { memory: 'Reading' }));
    await popup.close();
    await expect(async () => {
      await keepsake.open('/sidepanel.html');
      await keepsake.fill('input[type=search]', 'winch harbour');
      const found = async () => (await firstHit(keepsake)).note;
      await expect.poll(found, { timeout: 5_000 }).toBe('Ines has the winch of the harbour.');
    }).toPass(patiently);

    await keepsake.click(button(en('panel_views_profile')));
    await keepsake.click(button(en('note_addFact')));
    await keepsake.fill('textarea:not([readonly])', 'I read Portuguese.');
    await keepsake.click('.note-send:not([disabled])');
    const facts = () =>
      keepsake.run(
        (label) =>
          Array.from(document.querySelectorAll(`[aria-label="${label}"] li`), (fact) =>
            fact.textContent.includes('I read Portuguese.'),
          ),
        en('profile_standing_title'),
      );
    await expect.poll(facts, patiently).toEqual([true]);
  });
});

test('neither loses nor duplicates a save if the background stops between click and response', async ({
  settled: keepsake,
}) => {
  const { path, popup, own } = await stopDuringSave(keepsake, 'stopped-early');

  // An interrupted save is sent again only after its retry delay.
  await expect
    .poll(async () => (await own(popup)).map(({ state }) => state.status), { timeout: 90_000 })
    .toEqual(['learned']);
  await expectWords(popup, en('outbox_searchable'));

  await keepsake.stopBackground();
  await popup.close();
  await search(keepsake, `"${path.slice(1).replaceAll('-', ' ')}"`);
  expect((await firstHit(keepsake)).words).toContain(entryOf(path));
});

test('resumes a save that was only stored when the background stopped', async ({
  settled: keepsake,
}) => {
  // Watch from a page that sends the background nothing, so that only the background's own alarm can wake it.
  const watcher = await keepsake.open('/sidepanel.html');
  await expectWords(keepsake, en('search_search'));
  const { popup, own } = await stopDuringSave(keepsake, 'only-stored', { onceStored: true });
  await popup.close();

  await keepsake.switchTo(watcher);
  await expect
    .poll(async () => (await own(keepsake))[0]?.state.status, { timeout: 80_000 })
    .toBe('learned');
});

/**
 * Saves a page from the popup and stops the background before the page is learned, trying another page if it was too late.
 * With `onceStored`, waits until the save is stored.
 */
async function stopDuringSave(
  keepsake: FirefoxExtension,
  name: string,
  { onceStored = false } = {},
) {
  for (let index = 1; index <= 10; index += 1) {
    const path = `/${name}-${index}`;
    await keepsake.open(`${site.origin}${path}`);
    const own = async (surface: FirefoxExtension | FirefoxPopup) =>
      (await storedItems(surface)).filter(({ source }) => source.url === `${site.origin}${path}`);
    const popup = await askToSave(keepsake);
    if (onceStored) await expect.poll(() => own(popup), { intervals: [0] }).toHaveLength(1);
    await keepsake.stopBackground();
    if ((await own(popup))[0]?.state.status !== 'learned') return { path, popup, own };
    await popup.close();
  }
  throw new Error('Every page was learned before the background was stopped.');
}

/** Returns the sentence that only the page at this path has. */
function entryOf(path: string): string {
  return `The entry ${path.slice(1).replaceAll('-', ' ')} was copied by hand.`;
}
