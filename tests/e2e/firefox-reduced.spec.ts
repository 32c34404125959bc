/** The main job in a Firefox without sidebar, menus, shortcuts, address bar, consent windows, bookmarks and windows. */
import { expect } from '@playwright/test';
import { servePages } from '../browser/serve.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import {
  button,
  expectAtPassage,
  expectWords,
  firstHit,
  openFirstHit,
  patiently,
  saveByPopup,
  settleIn,
} from './firefox-keepsake.ts';
import { test } from './firefox-reduced.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const searchBox = 'input[type=search]';
const long = Array.from({ length: 5 }, () => filler(20));

test('a page is saved by the popup, searched for in a tab, and opened at the passage', async ({
  keepsake,
}) => {
  const paragraphs = [...long, sentence, ...long];
  await using site = await served(articleHtml({ title: 'The ledger', paragraphs }));

  await test.step('nothing is offered that this browser lacks', async () => {
    await keepsake.open('/welcome.html');
    await expectWords(keepsake, en('connections_withKey_action'));
    expect(await keepsake.run(missing, absent)).toEqual(absent);
    expect(await keepsake.run(() => document.body.innerText)).not.toContain(
      en('connections_readOnly_action'),
    );
    await settleIn(keepsake, 'Lighthouses');
    await keepsake.open('/options.html');
    await expectWords(keepsake, en('connections_withKey_action'));
    await expectWords(keepsake, en('connections_forgetting_title'));
    const settings = await keepsake.run(() => document.body.innerText);
    expect(settings).not.toContain(en('connections_readOnly_action'));
    expect(settings).not.toContain(en('shortcuts_title'));
  });

  await keepsake.open(site.origin);
  await saveByPopup(keepsake);

  await test.step('the popup hands its words to a tab, and to the same one again', async () => {
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

  await test.step('a find opens at its passage', async () => {
    await openFirstHit(keepsake);
    await expectAtPassage(keepsake, sentence);
  });

  await test.step('many tabs can be chosen, and no bookmarks', async () => {
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

// The functions below run in the extension's pages: nothing from this file is in their scope.

/** Those of the APIs that are not there. */
function missing(names: string[]): string[] {
  return names.filter((name) => Reflect.get(browser, name) === undefined);
}

declare const browser: object;
