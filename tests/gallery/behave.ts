/**
 * Works the surfaces by keyboard against the fake bridge, and looks at what they ask and show: what the pictures
 * cannot tell. `node tests/gallery/behave.ts [part of what is so]`; ends with 1 at the first thing that is not so.
 */
import assert from 'node:assert/strict';
import { chromium, type Page } from '@playwright/test';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { askBehaviours } from './behave-ask.ts';
import { batchBehaviours } from './behave-batch.ts';
import { documentsBehaviours } from './behave-documents.ts';
import { highlightsBehaviours } from './behave-highlights.ts';
import { homesBehaviours } from './behave-homes.ts';
import { namesBehaviours } from './behave-names.ts';
import { previewBehaviours } from './behave-preview.ts';
import { reachBehaviours } from './behave-reach.ts';
import { rightToLeftBehaviours } from './behave-right-to-left.ts';
import { savesBehaviours } from './behave-saves.ts';
import { searchBehaviours } from './behave-search.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { galleryNow, home, save, states, transferFile } from './fixtures.ts';
import { serveGallery } from './serve.ts';
import { askedFor, inputsOf, tell } from './steps.ts';

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
    await page.getByText('5 min to read').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Reading the page').waitFor();
    assert.deepEqual(await inputsOf(page, 'page.save'), [
      {
        id: 'id-1',
        tabId: 7,
        memoryId: 'm1',
        previewId: 'preview-1',
        title: null,
        asVersion: false,
      },
    ]);

    await tell(page, changed(states.sending, 1));
    await page.getByText('Storing its text').waitFor();
    await tell(page, changed(states.learned, 3));
    await tell(page, changed(states.learning, 2));
    await page.getByRole('heading', { name: 'You can find it now' }).waitFor();
    await page.locator('output', { hasText: 'You can find it now' }).waitFor({ state: 'attached' });
  },

  'a save that was not answered is asked for again under the same id': async (page) => {
    await open(page, 'popup/save-unanswered');
    await page.getByText('5 min to read').waitFor();
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
    await page.getByRole('button', { name: 'Save this page' }).waitFor();
    await page.getByRole('searchbox').fill('  harbour ');
    await page.keyboard.press('Enter');
    await askedFor(page, 'closeWindow', 1);
    // Other parts of the popup ask their own questions beside it.
    const handingOver = ['offerQuery', 'openSidePanel', 'closeWindow'];
    const asked = await page.evaluate(
      (names) => globalThis.gallery.asked.filter(({ name }) => names.includes(name)),
      handingOver,
    );
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

  'Memories whose names lead to one hue are drawn in two': async (page) => {
    await open(page, 'popup/picker-hues');
    await page.getByRole('combobox').press('ArrowDown');
    const hues = await page
      .locator('.memory-picker-list .memory-dot')
      .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor));
    assert.equal(hues.length, 4);
    assert.equal(new Set(hues).size, 4);
  },

  'typing searches once it pauses, and cancels what it overtakes': async (page) => {
    await open(page, 'sidepanel/typing');
    await typeWithoutPause(page, 'har');
    await askedFor(page, 'recall.search', 1);
    await typeWithoutPause(page, 'bour');
    await askedFor(page, 'recall.search', 2);
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

  'what did not open is tried again, and the focus stays at the button': async (page) => {
    await open(page, 'sidepanel/not-opened');
    await page.locator('.hit-card-open').first().press('Enter');
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.press('Enter');
    await askedFor(page, 'recall.open', 2);
    const [first, second] = await inputsOf(page, 'recall.open');
    assert.deepEqual(second, first);
    await again.and(page.locator(':focus')).waitFor();
  },

  'a view that is opened moves none of the names beside it': async (page) => {
    await open(page, 'sidepanel/results');
    const places = () =>
      page
        .locator('.panel-nav-way')
        .evaluateAll((ways) => ways.map((way) => way.getBoundingClientRect().x));
    const before = await places();
    for (const view of ['ask', 'library', 'profile']) {
      await page.locator(`.panel-nav [data-view="${view}"]`).click();
      assert.deepEqual(await places(), before, view);
    }
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
    assert.deepEqual(await inputsOf(page, 'memories.create'), [{ name: 'Reading', choose: true }]);
  },

  'Memories that were still on this device are said to be back, and a first one is not': async (
    page,
  ) => {
    const back = page.getByText('Your Memories were still on this device');
    for (const [scene, isBack] of [
      ['welcome/found', true],
      ['welcome/ready', false],
    ] as const) {
      await open(page, scene);
      await page.getByRole('button', { name: 'Keep my memory on this device' }).press('Enter');
      const ready = page.getByRole('heading', { name: 'You’re ready' });
      if (isBack) await back.waitFor();
      else await page.getByRole('button', { name: 'Create' }).click();
      await ready.and(page.locator(':focus')).waitFor();
      assert.equal(await back.count(), isBack ? 1 : 0);
    }
  },

  'a name that has reached its length is said to be full, and no longer once it is not': async (
    page,
  ) => {
    for (const [scene, way] of [
      ['options/naming', 'New Memory'],
      ['popup/first-memory', null],
      ['welcome/memory', 'Keep my memory on this device'],
    ] as const) {
      await open(page, scene);
      if (way !== null) await page.getByRole('button', { name: way }).press('Enter');
      const field = page.getByRole('textbox', { name: /name/i });
      await field.fill('a'.repeat(79));
      const full = page.getByRole('alert').filter({ hasText: 'at most 80 characters' });
      assert.equal(await full.count(), 0);
      await field.press('b');
      await full.waitFor();
      await field.press('c');
      assert.equal(await field.inputValue(), `${'a'.repeat(79)}b`);
      assert.match(
        (await field.evaluate((input) => input.ariaDescribedByElements?.[0]?.textContent)) ?? '',
        /at most 80/,
      );
      await field.press('Backspace');
      await full.waitFor({ state: 'detached' });
    }
  },

  'a Memory is renamed where it stands, and Escape leaves it as it was': async (page) => {
    await open(page, 'options/renaming-done');
    const rename = page.getByRole('button', { name: 'Rename Reading' });
    await rename.press('Enter');
    await page.keyboard.type('Letters');
    await page.keyboard.press('Escape');
    await rename.and(page.locator(':focus')).waitFor();
    assert.deepEqual(await inputsOf(page, 'own.rename'), []);

    await rename.press('Enter');
    await page.keyboard.type('Letters');
    await page.keyboard.press('Enter');
    await rename.and(page.locator(':focus')).waitFor();
    assert.deepEqual(await inputsOf(page, 'own.rename'), [{ id: 'm1', name: 'Letters' }]);
  },

  'Enter and Escape say no to deleting a Memory, and the focus comes back': async (page) => {
    await open(page, 'options/ready');
    const remove = page.getByRole('button', { name: 'Delete Work' });
    for (const key of ['Enter', 'Escape']) {
      await remove.press('Enter');
      await page.getByText('Nothing has been deleted yet.').waitFor();
      await page.keyboard.press(key);
      await remove.and(page.locator(':focus')).waitFor();
    }
    const asked = { id: 'm2', confirm: false };
    assert.deepEqual(await inputsOf(page, 'own.delete'), [asked, asked]);
  },

  'where saves go once their Memory is deleted is said in sight, and only then': async (page) => {
    const deletes = async (name: string) => {
      await open(page, 'options/deleted');
      await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
      await page
        .locator('output', { hasText: `${name} was deleted` })
        .waitFor({ state: 'attached' });
    };
    const told = page.locator('#memories p', { hasText: 'Saves go to Work from now on.' });
    const withoutReading = home.memories.filter(({ id }) => id !== 'm1');
    const after = { ...home, memories: withoutReading, chosenMemoryId: 'm2' };
    await deletes('Recipes');
    await tell(page, { event: 'home.changed', home: after });
    assert.equal(await told.count(), 0);
    await deletes('Reading');
    assert.equal(await told.count(), 0);
    await tell(page, { event: 'home.changed', home: after });
    await told.filter({ hasText: 'The Memory Reading was deleted.' }).waitFor();
  },

  'a deleted rule is had back by the key that stands ready': async (page) => {
    await open(page, 'options/rule-undone');
    await page.getByRole('button', { name: /^Delete the rule “Never quote/ }).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Rule deleted').waitFor({ state: 'detached' });
    const [added] = await inputsOf(page, 'own.add-rule');
    assert.match(JSON.stringify(added), /Never quote.*"key":"k1"/);
  },

  'every rule that was deleted is had back, in whatever order': async (page) => {
    await open(page, 'options/rule-undone');
    await page.getByRole('button', { name: /^Delete the rule “Never quote/ }).press('Enter');
    await page.getByRole('button', { name: /^Undo.*Never quote/ }).waitFor();
    await page.getByRole('button', { name: /^Delete the rule “Metric/ }).press('Enter');
    const undoLast = page.getByRole('button', { name: /^Undo.*Metric/ });
    await undoLast.and(page.locator(':focus')).waitFor();

    await page.getByRole('button', { name: /^Undo.*Never quote/ }).press('Enter');
    await undoLast.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Rule deleted').waitFor({ state: 'detached' });
    const added = await inputsOf(page, 'own.add-rule');
    assert.match(JSON.stringify(added), /Never quote.*Metric/);
  },

  'the lists are read anew after what happened elsewhere, and a rule being changed keeps its new words':
    async (page) => {
      await open(page, 'options/rule-gone');
      await page.getByRole('button', { name: /^Change the rule “Metric/ }).press('Enter');
      await page.getByRole('textbox', { name: /^Change the rule/ }).fill('Be kind.');
      await page.keyboard.press('Enter');
      await page.getByText('This rule is no longer there').waitFor();
      await tell(page, { event: 'rules.changed' });
      await tell(page, changed(states.learned, 1));
      await tell(page, changed(states.sending, 1));
      await page.waitForFunction(() => {
        const times = (wanted: string) =>
          globalThis.gallery.asked.filter(({ name }) => name === wanted).length;
        return times('own.rules') === 2 && times('own.memories') === 2;
      });
      assert.equal(await page.locator('#rules li textarea').inputValue(), 'Be kind.');
    },

  'a Memory made in the settings leaves saves where they go': async (page) => {
    await open(page, 'options/created');
    await page.getByRole('button', { name: 'New Memory' }).press('Enter');
    await page.keyboard.type('Letters');
    await page.keyboard.press('Enter');
    await page.getByText('The Memory Letters was created.').waitFor({ state: 'attached' });
    assert.deepEqual(await inputsOf(page, 'memories.create'), [{ name: 'Letters', choose: false }]);
    assert.deepEqual(await inputsOf(page, 'memories.choose'), []);
  },

  'a file that breaks off is said to have been read no further than it was, and what helps': async (
    page,
  ) => {
    const file = { name: 'copy.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{') };
    for (const [scene, heading] of [
      ['import-broken', 'copy.jsonl breaks off at line 1207'],
      ['import-no-export', 'copy.jsonl could not be read'],
    ] as const) {
      await open(page, `options/${scene}`);
      await page.locator('input[type=file]').setInputFiles(file);
      const alert = page.getByRole('alert').filter({ hasText: heading });
      await alert.getByText('or choose another file').waitFor();
    }
  },

  'an export is kept under the name of the day, and an import goes by way of the disk': async (
    page,
  ) => {
    await open(page, 'options/transfers');
    await page.getByRole('button', { name: 'Export everything' }).press('Enter');
    await page.getByText('keepsake-2026-11-20.jsonl is in your downloads').waitFor();
    assert.deepEqual(await inputsOf(page, 'files.download'), ['keepsake-2026-11-20.jsonl']);

    const buffer = Buffer.from('{"format":"keepsake-export","version":1}');
    const file = { name: 'mine.jsonl', mimeType: '', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('mine.jsonl is in your memory').waitFor();
    await page
      .getByText('Imported pages are listed in the side panel under “Library”, “In your memory”.')
      .waitFor();
    assert.deepEqual(await inputsOf(page, 'files.put'), [buffer.toString()]);
    assert.deepEqual(await inputsOf(page, 'own.import'), [{ file: transferFile }]);
    assert.deepEqual(await inputsOf(page, 'files.remove'), [transferFile]);
  },

  ...homesBehaviours({ open }),
  ...namesBehaviours({ open }),
  ...previewBehaviours({ open }),
  ...askBehaviours({ open }),
  ...highlightsBehaviours({ open }),
  ...reachBehaviours({ open }),
  ...savesBehaviours({ open }),
  ...documentsBehaviours({ open }),
  ...searchBehaviours({ open }),
  ...batchBehaviours({ open }),
  ...rightToLeftBehaviours({ open }),
};

const wanted = process.argv[2] ?? '';
const left = Object.entries(behaviours).filter(([words]) => words.includes(wanted));
try {
  await Promise.all(Array.from({ length: 2 }, workOff));
} finally {
  await browser.close();
  await gallery.close();
}

/** Takes one behaviour after the other, on a page that no other lane has. */
async function workOff(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 400, height: 700 } });
  // Far beyond what any step takes, also where the machine is busy with something else.
  page.setDefaultTimeout(15_000);
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [words, behaviour] = next;
    await behaviour(page).catch((cause: unknown) => {
      throw new Error(`Not so: ${words}`, { cause });
    });
    console.log(`✓ ${words}`);
  }
}

async function open(on: Page, scene: string): Promise<void> {
  await on.goto(`${gallery.address}?scene=${scene}`);
  await on.locator('main > *').first().waitFor();
}

/** Letter by letter, all in one turn: however busy the machine is, no pause comes between them. */
async function typeWithoutPause(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').evaluate((box, letters) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (const letter of letters) {
      value?.set?.call(box, value.get?.call(box) + letter);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, words);
}

function changed(state: (typeof states)[keyof typeof states], later: number): AppEvent {
  return {
    event: 'outbox.changed',
    item: save(state, { id: 'id-1', updatedAt: galleryNow + later }),
  };
}
