/**
 * Tests the main journey in a Firefox without sidebar, menus, shortcuts, address bar, consent windows, bookmarks and
 * windows.
 */
import { expect } from '@playwright/test';
import { servePages } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import {
  button,
  expectAtPassage,
  expectWords,
  firstHit,
  patiently,
  saveByPopup,
  settleIn,
} from './firefox-steps.ts';
import { test } from './firefox-reduced.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const searchBox = 'input[type=search]';
const long = Array.from({ length: 5 }, () => filler(20));

test('saves a page from the popup, searches for it in a tab, and goes to the passage', async ({
  keepsake,
}) => {
  const paragraphs = [...long, sentence, ...long];
  await using site = await served(articleHtml({ title: 'The ledger', paragraphs }));

  await test.step('offers nothing that this browser lacks', async () => {
    await keepsake.open('/welcome.html');
    await expectWords(keepsake, en('connections_withKey_action'));
    expect(await keepsake.run(missing, absent)).toEqual(absent);
    expect(await keepsake.run(() => document.body.innerText)).not.toContain(
      en('connections_readOnly_action'),
    );
    await settleIn(keepsake, 'Lighthouses');
    await keepsake.open('/options.html#data');
    await expectWords(keepsake, en('connections_forgetting_title'));
    await keepsake.open('/options.html#connections');
    await expectWords(keepsake, en('connections_withKey_action'));
    const connections = await keepsake.run(() => document.body.innerText);
    expect(connections).not.toContain(en('connections_readOnly_action'));
    await keepsake.open('/options.html#general');
    await expectWords(keepsake, en('captureOptions_title'));
    const general = await keepsake.run(() => document.body.innerText);
    expect(general).not.toContain(en('shortcuts_title'));
  });

  const page = await keepsake.open(site.origin);
  await saveByPopup(keepsake);

  await test.step('passes the popup’s search to a tab, and reuses that tab', async () => {
    const popup = await keepsake.openPopup();
    await popup.fill(searchBox, 'barometer tower nobody');
    const panel = await keepsake.follow(() => popup.submit(searchBox));
    await expect.poll(() => keepsake.address(), patiently).toBe(keepsake.url('/sidepanel.html'));
    await expect.poll(async () => (await firstHit(keepsake)).words, patiently).toContain(sentence);

    await keepsake.open(`${site.origin}/#again`);
    const again = await keepsake.openPopup();
    await again.fill(searchBox, 'violet door');
    await again.submit(searchBox);
    await expect.poll(() => keepsake.address(), patiently).toBe(keepsake.url('/sidepanel.html'));
    await keepsake.switchTo(panel);
    await expect
      .poll(async () => (await firstHit(keepsake)).marked, patiently)
      .toEqual(['violet', 'door']);
  });

  await test.step('opens a result at its passage, in the tab that shows the page', async () => {
    await keepsake.click('article h2 button');
    await expect.poll(() => keepsake.address(), patiently).toContain(`${site.origin}/#:~:text=`);
    await keepsake.switchTo(page);
    await expectAtPassage(keepsake, sentence);
  });

  await test.step('offers to choose tabs, but no bookmarks', async () => {
    await keepsake.open('/sidepanel.html');
    await keepsake.click(`//button[starts-with(normalize-space(),"${en('panel_views_library')}")]`);
    await keepsake.click(button(en('batch_open')));
    await expectWords(keepsake, en('batch_sources_tabs_action'));
    expect(await keepsake.run(() => document.body.innerText)).not.toContain(
      en('batch_sources_bookmarks_action'),
    );
    await keepsake.click(button(en('batch_sources_tabs_action')));
    await expectWords(keepsake, 'The ledger');
  });
});

async function served(page: string) {
  const site = await servePages({ '*': page });
  return { origin: site.origin, [Symbol.asyncDispose]: site.close };
}

const absent = [
  'bookmarks',
  'commands',
  'contextMenus',
  'identity',
  'menus',
  'omnibox',
  'sidebarAction',
  'windows',
];

// The functions below run in extension pages and can't use anything from this file.

/** Returns which of these APIs are missing. */
function missing(names: string[]): string[] {
  return names.filter((name) => Reflect.get(browser, name) === undefined);
}

declare const browser: object;
