/** How lines of Arabic stand that say something of names which run the other way. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { Steps } from './steps.ts';

/** Each by what is seen. */
export function rightToLeftBehaviours({
  open,
}: Steps): Record<string, (page: Page) => Promise<void>> {
  const openDiscarded = async (page: Page) => {
    await open(page, 'sidepanel/saves-discarded&lang=ar');
    await page.locator('.panel-nav [data-view="library"]').click();
    await page.locator('[data-act="discard"]').first().click();
    await page.locator('.discarded-row').waitFor();
  };

  return {
    'a name that is cut in an Arabic line keeps its beginning, and the words around it': async (
      page,
    ) => {
      await openDiscarded(page);
      const name = page.locator('.named-line-name');
      assert.ok(await name.evaluate((words) => words.scrollWidth > words.clientWidth));
      const box = await edgesOf(name);
      const first = await edgesOf(name, 0);
      assert.ok(first.left >= box.left && first.right <= box.right);
      const around = page.locator('.named-line > :not(.named-line-name)');
      const room = await around.evaluateAll((all) =>
        all.map(({ clientWidth, scrollWidth }) => clientWidth - scrollWidth),
      );
      assert.deepEqual(room, [0, 0]);
    },

    'the words of a discarded save have their room on the side they begin at': async (page) => {
      await openDiscarded(page);
      const row = await edgesOf(page.locator('.discarded-row'));
      const words = await edgesOf(page.locator('.discarded-row-words'));
      const undo = await edgesOf(page.locator('[data-act="undo"]'));
      assert.ok(row.right - words.right > undo.left - row.left);
    },

    'the end of a key stands behind the words that name it, and runs its own way': async (page) => {
      // In one line.
      await page.setViewportSize({ width: 1_280, height: 700 });
      await open(page, 'options/connecting-third&lang=ar');
      await page.locator('#homes .settings-part:nth-last-child(2) > .button').click();
      const form = page.locator('.connect-form');
      await form.locator('input').first().fill('memory.tidewater.example');
      await form.locator('input[type="password"]').fill('keepsake_not_a_real_key');
      await page.keyboard.press('Enter');
      const replace = form.locator('[role="alert"] button').first();
      const said = await replace.innerText();
      const words = await edgesOf(replace, 0);
      const first = await edgesOf(replace, said.indexOf('7f2a'));
      const last = await edgesOf(replace, said.indexOf('7f2a') + 3);
      await page.setViewportSize({ width: 400, height: 700 });
      assert.ok(words.left > last.right && last.left > first.right, said);
    },
  };
}

/** The left and the right edge of an element, or of the letter of its words that is named. */
function edgesOf(element: Locator, letter?: number): Promise<{ left: number; right: number }> {
  return element.evaluate((shown, at) => {
    if (at === undefined) {
      const { left, right } = shown.getBoundingClientRect();
      return { left, right };
    }
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    let before = 0;
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const length = text.textContent?.length ?? 0;
      if (at < before + length) {
        const range = document.createRange();
        range.setStart(text, at - before);
        range.setEnd(text, at - before + 1);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }
      before += length;
    }
    throw new Error(`There is no letter ${at}.`);
  }, letter);
}
