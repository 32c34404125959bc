/**
 * Tests the address bar of a real Chromium, typed into with a real keyboard on a virtual screen. The drawn suggestions
 * can't be read, so the tests record what the background suggests and check what Enter opens.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import { openScreen, type Screen } from '../browser/screen.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { saveByPopup, settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { test } from './shared-browsers.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');
const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
/** A title with every kind of character that Chromium's suggestion markup could interpret. */
const title = 'The <match>ledger</dim> & "it’s" \u202Eviolet\u0007';

test.describe.configure({ mode: 'serial' });

let screen: Screen | null = null;
let profileDir = '';
let keepsake: ChromiumExtension;
let site: PageServer;
let page: Page;

test.beforeAll(async () => {
  screen = await openScreen();
  test.skip(screen === null, 'Xvfb or xdotool is missing, so there is no address bar to type in.');
  process.env['DISPLAY'] = screen?.display;
  profileDir = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
  const long = Array.from({ length: 5 }, () => filler(20));
  const paragraphs = [...long, `${filler(3)} ${sentence}`, ...long];
  site = await servePages({ '/': articleHtml({ title, paragraphs }) });
  keepsake = await launchChromium({ extensionDir, profileDir, headless: false });
  await (await settleIn(keepsake, 'Reading')).close();
  page = await visit(keepsake, site.origin);
  await (await saveByPopup(keepsake, page)).close();
  await overhear(keepsake);
});

test.afterAll(async () => {
  if (screen === null) return;
  await keepsake?.close();
  await site?.close();
  await screen.close();
  await removeFolder(profileDir);
});

test('searches as the person types, and goes to the passage in the tab that shows the page on Enter', async () => {
  await typeInBar('violet barometer');
  // The background suggests this line while the person types, and again once the search has finished.
  const line = en('addressBar_ready', { q: 'violet barometer' });
  await expect.poll(() => saidOf('violet barometer')).toEqual([line, line]);
  const open = keepsake.context.pages().length;
  await expect(page.getByText(sentence)).not.toBeInViewport();
  await screen?.press('Down');
  await screen?.press('Return');

  await expect(page.getByText(sentence)).toBeInViewport();
  expect(keepsake.context.pages()).toHaveLength(open);
  // Neither session nor local storage keeps the search terms.
  const stored = await (
    await keepsake.worker()
  ).evaluate(async () =>
    JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)]),
  );
  expect(stored).not.toContain('barometer');
});

test('suggests that nothing matches, and opens the side panel with the search on Enter', async () => {
  await typeInBar('zeppelin hangar');
  await expect
    .poll(() => saidOf('zeppelin hangar'))
    .toEqual([
      en('addressBar_ready', { q: 'zeppelin hangar' }),
      en('addressBar_nothing', { q: 'zeppelin hangar' }),
    ]);
  const opening = keepsake.context.waitForEvent('page', (opened) =>
    opened.url().endsWith('/sidepanel.html'),
  );
  await screen?.press('Return');

  const panel = await opening;
  await expect(panel.getByRole('combobox', { name: en('search_search') })).toHaveValue(
    'zeppelin hangar',
  );
  // The page would have a current tab if it were open in a tab; in the panel it has none.
  expect(await panel.evaluate(async () => (await chrome.tabs.getCurrent()) ?? null)).toBeNull();
});

/** Types into the bar, and types again if a new window missed the first keystrokes. */
async function typeInBar(words: string): Promise<void> {
  const before = (await said()).length;
  await expect(async () => {
    await page.bringToFront();
    await screen?.press('Escape');
    await screen?.press('ctrl+l');
    // Type the keyword and a space first, so the browser knows which extension gets the words.
    await screen?.type('mem ');
    await screen?.type(words);
    await expect
      .poll(async () => (await said()).length, { timeout: 10_000 })
      .toBeGreaterThan(before);
  }).toPass();
}

/** Returns the suggestions for these words, without those for the prefixes typed before them. */
async function saidOf(words: string): Promise<string[]> {
  return (await said()).filter((line) => line.includes(`“${words}”`));
}

/** Returns every first line that the background has suggested so far. */
async function said(): Promise<string[]> {
  return (await keepsake.worker()).evaluate(() => globalThis.overheard);
}

/** Records the first line of every suggestion from the background. */
async function overhear({ worker }: ChromiumExtension): Promise<void> {
  await (
    await worker()
  ).evaluate(() => {
    const { omnibox } = chrome;
    const say = omnibox.setDefaultSuggestion.bind(omnibox);
    globalThis.overheard = [];
    omnibox.setDefaultSuggestion = async (line) => {
      await say(line);
      globalThis.overheard = [...globalThis.overheard, line.description];
    };
  });
}

declare global {
  var overheard: string[];
}

declare const chrome: {
  omnibox: { setDefaultSuggestion: (line: { description: string }) => Promise<void> };
  storage: Record<'local' | 'session', { get: (keys: null) => Promise<object> }>;
  tabs: { getCurrent: () => Promise<object | undefined> };
};
