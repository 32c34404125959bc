/**
 * Works the surfaces by keyboard against the fake bridge, and looks at what they ask and show: what the pictures
 * cannot tell. `node tests/gallery/behave.ts`; ends with 1 at the first thing that is not so.
 */
import assert from 'node:assert/strict';
import { chromium, type Page } from '@playwright/test';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { galleryNow, save, states } from './fixtures.ts';
import { serveGallery } from './serve.ts';

declare global {
  var gallery: FakeBridge;
}

const gallery = await serveGallery();
const executablePath = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox'],
});

const behaviours: Record<string, (page: Page) => Promise<void>> = {
  'Enter alone saves, and the way is followed to the end': async (page) => {
    await open(page, 'popup/asking');
    await page.keyboard.press('Enter');
    await page.getByText('Reading the page').waitFor();
    assert.deepEqual(await inputsOf(page, 'page.save'), [{ id: 'id-1', tabId: 7, memoryId: 'm1' }]);

    await tell(page, changed(states.sending, 1));
    await page.getByText('Storing its text').waitFor();
    await tell(page, changed(states.learned, 3));
    await tell(page, changed(states.learning, 2));
    await page.getByRole('heading', { name: 'You can find it now' }).waitFor();
    await page.locator('output', { hasText: 'You can find it now' }).waitFor({ state: 'attached' });
  },

  'a save that was not answered is asked for again under the same id': async (page) => {
    await open(page, 'popup/save-unanswered');
    await page.keyboard.press('Enter');
    await page.getByText('Keepsake did not answer').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => globalThis.gallery.asked.filter(({ name }) => name === 'page.save').length === 2,
    );
    const [first, second] = await inputsOf(page, 'page.save');
    assert.deepEqual(first, second);
  },

  'the search of the popup opens the panel in the very key press, and hands over': async (page) => {
    await open(page, 'popup/ready');
    await page.getByRole('searchbox').fill('  harbour ');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.gallery.asked.at(-1)?.name === 'closeWindow');
    const asked = await page.evaluate(() => globalThis.gallery.asked.slice(-3));
    assert.deepEqual(asked, [
      { name: 'offerQuery', input: { windowId: 1, q: 'harbour' } },
      { name: 'openSidePanel', input: 1 },
      { name: 'closeWindow' },
    ]);
  },

  'the focus is not taken out of the search while somebody types': async (page) => {
    await open(page, 'popup/ready-late');
    await page.getByRole('searchbox').pressSequentially('har');
    await page.getByRole('button', { name: 'Save this page' }).waitFor();
    await page.keyboard.type('bour');
    assert.equal(await page.getByRole('searchbox').inputValue(), 'harbour');
  },

  'a Memory is picked by keyboard and remembered': async (page) => {
    await open(page, 'popup/picker');
    await page.getByRole('combobox').press('ArrowDown');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Recipes' }).waitFor();
    assert.deepEqual(await inputsOf(page, 'memories.choose'), [{ id: 'm3' }]);
  },

  'typing searches once it pauses, and cancels what it overtakes': async (page) => {
    await open(page, 'sidepanel/typing');
    await page.keyboard.type('har', { delay: 20 });
    await page.waitForFunction(() => globalThis.gallery.asked.at(-1)?.name === 'recall.search');
    await page.keyboard.type('bour', { delay: 20 });
    await page.waitForFunction(
      () => globalThis.gallery.asked.filter(({ name }) => name === 'recall.search').length === 2,
    );
    assert.deepEqual(await inputsOf(page, 'recall.search'), [
      { searchId: 'id-1', q: 'har' },
      { searchId: 'id-2', q: 'harbour' },
    ]);
    assert.deepEqual(await inputsOf(page, 'recall.cancel'), [{ searchId: 'id-1' }]);

    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'What do you remember?' }).waitFor();
    assert.deepEqual((await inputsOf(page, 'recall.cancel')).length, 2);
  },

  'arrow keys move through the hits, Enter opens, and / goes back to the box': async (page) => {
    await open(page, 'sidepanel/not-opened');
    await page.getByText('3 passages', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const [opened] = await inputsOf(page, 'recall.open');
    assert.match(JSON.stringify(opened), /"key":"hit-1"/);
    await page.getByText('It could not be opened').waitFor();

    await page.keyboard.press('/');
    assert.ok(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement));
  },

  'a click on the passage opens it, and selecting words in it does not': async (page) => {
    await open(page, 'sidepanel/results');
    await page
      .locator('.passage')
      .first()
      .dblclick({ position: { x: 40, y: 8 } });
    const before = (await inputsOf(page, 'recall.open')).length;
    await page.locator('.passage').nth(2).selectText();
    await page.locator('.passage').nth(2).dispatchEvent('click');
    assert.equal((await inputsOf(page, 'recall.open')).length, before);
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await page.locator('.passage').nth(2).click();
    assert.equal((await inputsOf(page, 'recall.open')).length, before + 1);
  },

  'words handed over later are taken and searched for': async (page) => {
    await open(page, 'sidepanel/results');
    await tell(page, { event: 'panel.offered', windowId: 1 });
    await page.waitForFunction(
      () => globalThis.gallery.asked.filter(({ name }) => name === 'recall.search').length === 2,
    );
  },

  'an answer that misses a page is renewed once that page is learned': async (page) => {
    await open(page, 'sidepanel/learning');
    await page.getByText('2 pages still learning').waitFor();
    await tell(page, changed(states.learned, 1));
    await page.waitForFunction(
      () => globalThis.gallery.asked.filter(({ name }) => name === 'recall.search').length === 2,
    );
  },

  'setting up takes three presses of Enter at most': async (page) => {
    await open(page, 'welcome/ready');
    await page.getByRole('button', { name: 'Keep my memory on this device' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Name your first Memory' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You’re ready' }).waitFor();
    assert.deepEqual(await inputsOf(page, 'memories.create'), [{ name: 'Reading' }]);
  },
};

const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
page.setDefaultTimeout(5_000);
try {
  for (const [words, behaviour] of Object.entries(behaviours)) {
    await behaviour(page);
    console.log(`✓ ${words}`);
  }
} finally {
  await browser.close();
  await gallery.close();
}

async function open(on: Page, scene: string): Promise<void> {
  await on.goto(`${gallery.address}?scene=${scene}`);
  await on.locator('main > *').first().waitFor();
}

function inputsOf(on: Page, message: string): Promise<unknown[]> {
  return on.evaluate(
    (wanted) =>
      globalThis.gallery.asked.filter(({ name }) => name === wanted).map(({ input }) => input),
    message,
  );
}

function tell(on: Page, event: AppEvent): Promise<void> {
  return on.evaluate((told) => globalThis.gallery.tell(told), event);
}

function changed(state: (typeof states)[keyof typeof states], later: number): AppEvent {
  return {
    event: 'outbox.changed',
    item: save(state, { id: 'id-1', updatedAt: galleryNow + later }),
  };
}
