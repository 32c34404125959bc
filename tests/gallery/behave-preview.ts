/** What the popup does before something is saved, by keyboard. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { inputsOf, type Steps } from './steps.ts';

type Behaviours = Record<string, (page: Page) => Promise<void>>;

export function previewBehaviours({ open }: Steps): Behaviours {
  return {
    'Enter saves before the page is read, and then it is read in the background': async (page) => {
      await open(page, 'popup/preview-reading');
      await page.getByRole('button', { name: 'Save this page' }).and(focused(page)).waitFor();
      await page.keyboard.press('Enter');
      assert.deepEqual(await inputsOf(page, 'page.save'), [
        {
          id: 'id-1',
          tabId: 7,
          memoryId: 'm1',
          previewId: null,
          title: null,
          asVersion: false,
        },
      ]);
    },

    'why a later try failed, and what can be done about it, is seen without scrolling': async (
      page,
    ) => {
      await page.setViewportSize({ width: 380, height: 576 });
      for (const language of ['en', 'de', 'ar']) {
        for (const refused of ['refused', 'refused-by-service', 'refused-at-length']) {
          await open(page, `popup/saved-then-${refused}&lang=${language}`);
          await page.locator('.popup-site').waitFor();
          const later = await page.locator('.save-later').boundingBox();
          const seen = await page.locator('.popup-main').boundingBox();
          assert.ok(later !== null && seen !== null);
          const hidden = later.y + later.height - (seen.y + seen.height);
          assert.ok(hidden <= 0, `${refused} in ${language}: ${hidden} px lie below the fold`);
        }
      }
      await page.setViewportSize({ width: 400, height: 700 });
    },

    'a page that takes long to read says so': async (page) => {
      await open(page, 'popup/preview-reading');
      await page.getByText('Reading the page').waitFor();
    },

    'what another home holds is not looked for here, nor read where nothing can be saved': async (
      page,
    ) => {
      await open(page, 'popup/saved-in-another-home');
      await page.getByRole('heading', { name: 'Already saved' }).waitFor();
      await page
        .locator('main')
        .getByText(/^It was saved for another home/)
        .waitFor();
      assert.equal(await page.locator('[aria-busy="true"]').count(), 0);
    },

    'the page keeps its place while it is read': async (page) => {
      await open(page, 'popup/preview-late');
      const button = page.getByRole('button', { name: 'Save this page' });
      const before = await button.boundingBox();
      await page.getByText('5 min to read').waitFor();
      assert.deepEqual(await button.boundingBox(), before);
    },

    'a title is written anew in its place; Escape and an empty one give the page its own back':
      async (page) => {
        await open(page, 'popup/asking');
        const edit = page.getByRole('button', { name: 'Edit title' });
        const field = page.getByRole('textbox', { name: 'Title' });
        await page.getByText('5 min to read').waitFor();
        await edit.press('Enter');
        await page.keyboard.type('Ports');
        await page.keyboard.press('Escape');
        await edit.and(focused(page)).waitFor();
        await page.getByRole('heading', { name: /^The long memory/ }).waitFor();

        await edit.press('Enter');
        await page.keyboard.type('What  harbours remember');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'What harbours remember' }).waitFor();
        await edit.press('Enter');
        await field.fill(' ');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: /^The long memory/ }).waitFor();

        await edit.press('Enter');
        await page.keyboard.type('Ports');
        await page.getByRole('button', { name: 'Save this page' }).click();
        const [saved] = await inputsOf(page, 'page.save');
        assert.match(JSON.stringify(saved), /"title":"Ports"/);
      },

    'the whole text is read on a screen of its own, and Escape leads back': async (page) => {
      await open(page, 'popup/preview-text');
      const readAll = page.getByRole('button', { name: 'Read all of it' });
      await readAll.press('Enter');
      await page
        .getByRole('region', { name: 'The text that is saved' })
        .and(focused(page))
        .waitFor();
      await page.getByText('# The long memory of harbours').waitFor();
      assert.deepEqual(await inputsOf(page, 'preview.text'), [{ id: 'preview-1', part: 'page' }]);
      await page.keyboard.press('Escape');
      await readAll.and(focused(page)).waitFor();
    },

    'a page that has changed is saved as a version by Enter alone': async (page) => {
      await open(page, 'popup/changed');
      await page.getByText(/^since you saved it on .*2026\.$/).waitFor();
      await page.getByRole('button', { name: 'Save as new version' }).and(focused(page)).waitFor();
      await page.keyboard.press('Enter');
      const [saved] = await inputsOf(page, 'page.save');
      assert.match(JSON.stringify(saved), /"previewId":"preview-1".*"asVersion":true/);
      await page.getByRole('heading', { name: 'Saving to Reading' }).waitFor();
    },

    'a selection on a page that has changed comes first, and then the version': async (page) => {
      await open(page, 'popup/changed-selection');
      const version = page.getByRole('button', { name: 'Save as new version' });
      await version.waitFor();
      const keep = page.getByRole('button', { name: 'Keep as note' });
      await keep.and(focused(page)).waitFor();
      const quote = await page.locator('.selection-quote').boundingBox();
      assert.ok(quote !== null && quote.y >= 0, 'the quote is in sight');
      await page.keyboard.press('Enter');
      assert.equal((await inputsOf(page, 'selection.save')).length, 1);
      assert.deepEqual(await inputsOf(page, 'page.save'), []);
      await version.and(focused(page)).waitFor();
    },

    'what could not be read can be kept by its address, after the browser was asked': async (
      page,
    ) => {
      await open(page, 'popup/preview-no-text');
      await page.getByRole('button', { name: 'Save the address instead' }).press('Enter');
      await page.waitForFunction(() =>
        globalThis.gallery.asked.some(({ name }) => name === 'link.save'),
      );
      assert.equal((await inputsOf(page, 'requestOrigins')).length, 1);
      const [saved] = await inputsOf(page, 'link.save');
      assert.match(JSON.stringify(saved), /"url":"https:.*"memoryId":"m1","tabId":7/);
    },

    'a save whose page could not be read has its address saved in its place, its site asked for in the same key':
      async (page) => {
        await open(page, 'popup/unread');
        await page.getByRole('button', { name: 'Save the address instead' }).press('Enter');
        await page.getByRole('heading', { name: 'Saving to Reading' }).waitFor();
        await page.waitForFunction(() =>
          globalThis.gallery.asked.some(({ name }) => name === 'outbox.discard'),
        );
        assert.equal((await inputsOf(page, 'requestOrigins')).length, 1);
        assert.deepEqual(await inputsOf(page, 'outbox.discard'), [{ id: 'save-1' }]);
        const order = await page.evaluate(() =>
          globalThis.gallery.asked
            .map(({ name }) => name)
            .filter((name) => ['requestOrigins', 'link.save', 'outbox.discard'].includes(name)),
        );
        assert.deepEqual(order, ['requestOrigins', 'link.save', 'outbox.discard']);
      },

    'a file that could not be read says why its address is no way': async (page) => {
      await open(page, 'popup/unread-file');
      await page
        .getByRole('paragraph')
        .filter({ hasText: 'Its address cannot be saved instead: it is a file of this device.' })
        .waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save the address instead' }).count(), 0);
    },

    'a link that waits for its site goes on once that is allowed': async (page) => {
      await open(page, 'popup/link-waits');
      await page.getByRole('button', { name: 'Allow the site' }).press('Enter');
      await page.getByRole('heading', { name: 'Saving to Reading' }).waitFor();
      assert.equal((await inputsOf(page, 'requestOrigins')).length, 1);
      assert.deepEqual(await inputsOf(page, 'outbox.retry'), [{ id: 'save-1', tabId: null }]);
    },

    'what could not be read is not offered to be saved, only its address': async (page) => {
      await open(page, 'popup/preview-no-text');
      const instead = page.getByRole('button', { name: 'Save the address instead' });
      await instead.and(focused(page)).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save this page' }).count(), 0);
    },

    'it is read again where the person says so': async (page) => {
      await open(page, 'popup/preview-no-text');
      await page.getByRole('button', { name: 'Read it again' }).press('Enter');
      await page.waitForFunction(
        () => globalThis.gallery.asked.filter(({ name }) => name === 'preview.take').length === 2,
      );
    },

    'reading again to no avail is seen each time, and keeps the focus': async (page) => {
      await open(page, 'popup/preview-no-text');
      const again = page.getByRole('button', { name: 'Read it again' });
      await again.press('Enter');
      await page.getByText('Tried again once, without success.').waitFor();
      await again.and(focused(page)).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Tried again 2 times, without success.').waitFor();
    },

    'trying a save again to no avail is seen and spoken each time': async (page) => {
      await open(page, 'popup/tried-again');
      const again = page.getByRole('button', { name: 'Try again' });
      await again.press('Enter');
      await page.getByRole('paragraph').filter({ hasText: 'Tried again once' }).waitFor();
      await again.press('Enter');
      await page.getByRole('paragraph').filter({ hasText: 'Tried again 2 times' }).waitFor();
      await page
        .locator('output', { hasText: 'Tried again 2 times, without success.' })
        .waitFor({ state: 'attached' });
    },

    'what is discarded is had back in the popup too, in the same words': async (page) => {
      await open(page, 'popup/discarded');
      await page.getByRole('button', { name: 'Discard' }).press('Enter');
      await page.getByRole('button', { name: 'Save this page' }).waitFor();
      await page.locator('output', { hasText: 'Discarded: ' }).waitFor({ state: 'attached' });
      await page.getByRole('button', { name: /^Undo: bring back/ }).press('Enter');
      await page.getByRole('heading', { name: 'This page was not saved' }).waitFor();
      assert.deepEqual(await inputsOf(page, 'outbox.restore'), [{ id: 'save-1' }]);
      await page.getByText('Discarded: ').first().waitFor({ state: 'detached' });
    },

    'a page that is saved already is saved again as a version by the keyboard': async (page) => {
      await open(page, 'popup/unchanged');
      await page.getByRole('heading', { name: 'Already saved' }).waitFor();
      await page.getByText('5 min to read').waitFor();
      await page.getByRole('button', { name: 'Save to another Memory' }).focus();
      await page.keyboard.press('Tab');
      await page
        .getByRole('button', { name: 'Save again as version' })
        .and(focused(page))
        .waitFor();
      await page.keyboard.press('Enter');
      const [saved] = await inputsOf(page, 'page.save');
      assert.match(
        JSON.stringify(saved),
        /"memoryId":"m1","previewId":"preview-1".*"asVersion":true/,
      );
    },

    'a selection comes first; it is kept with a comment, and the page is next': async (page) => {
      await open(page, 'popup/selection-kept');
      const keep = page.getByRole('button', { name: 'Keep as note' });
      await keep.and(focused(page)).waitFor();
      await page.getByRole('textbox', { name: 'Your comment' }).fill('Ask Ada.');
      await page.getByRole('checkbox', { name: 'Add where it is from' }).check();
      await page.getByRole('combobox', { name: 'Reading' }).press('ArrowDown');
      await page.keyboard.press('w');
      await page.keyboard.press('Enter');
      await keep.press('Enter');
      assert.deepEqual(await inputsOf(page, 'selection.save'), [
        {
          id: 'id-1',
          previewId: 'preview-1',
          memoryId: 'm2',
          comment: 'Ask Ada.',
          withSource: true,
          again: false,
        },
      ]);
      await page.getByText('Kept as a note in Work').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Save this page' }).and(focused(page)).waitFor();
    },

    'words that were kept before are said to be, and kept again on the person’s word alone': async (
      page,
    ) => {
      await open(page, 'popup/selection-again');
      await page.getByText('You have kept these words already').waitFor();
      await page.getByRole('button', { name: 'Save this page' }).and(focused(page)).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Keep as note' }).count(), 0);
      const again = page.getByRole('button', { name: 'Keep all the same' });
      await again.press('Enter');
      await page.getByRole('textbox', { name: 'Your comment' }).waitFor();
      assert.deepEqual(await inputsOf(page, 'selection.save'), []);
      await again.and(focused(page)).press('Enter');
      await page.getByText('Kept as a note in Reading').waitFor({ state: 'attached' });
      assert.deepEqual(await inputsOf(page, 'selection.save'), [
        {
          id: 'id-1',
          previewId: 'preview-1',
          memoryId: 'm1',
          comment: null,
          withSource: false,
          again: true,
        },
      ]);
    },

    'the comment is not lost while the whole selection is read': async (page) => {
      await open(page, 'popup/selection-long');
      const comment = page.getByRole('textbox', { name: 'Your comment' });
      await comment.fill('Ask Ada.');
      await page.getByRole('button', { name: 'Show all of it' }).press('Enter');
      await page.getByRole('region', { name: 'The words you selected' }).waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await comment.inputValue(), 'Ask Ada.');
    },

    'the page is saved from its own card while something is selected': async (page) => {
      await open(page, 'popup/selection');
      await page.getByRole('button', { name: 'Save this page' }).press('Enter');
      const [saved] = await inputsOf(page, 'page.save');
      assert.match(JSON.stringify(saved), /"previewId":"preview-1"/);
    },
  };
}

function focused(page: Page) {
  return page.locator(':focus');
}
