import type { Locator } from '@playwright/test';
import type { TextKey } from '../../lib/i18n/i18n.ts';
import arabic from '../../public/_locales/ar/messages.json' with { type: 'json' };
import { expect, test } from './surface-test.ts';

const ar = (key: TextKey) => arabic[key].message;

test.describe('the row of a discarded save in Arabic', () => {
  test.beforeEach(async ({ open, page, panel }) => {
    await open('sidepanel/saves-discarded', { language: 'ar' });
    await page.getByRole('button', { name: ar('panel_views_library') }).click();
    await page.getByRole('heading', { level: 2 }).getByRole('button', { expanded: false }).click();
    await page
      .getByRole('button', { name: ar('saves_actions_discard') })
      .first()
      .click();
    await expect(panel.saves.discarded.row).toBeVisible();
  });

  test('keeps the start of a shortened name and the words around it', async ({ panel }) => {
    const { name, aroundName } = panel.saves.discarded;
    expect(await name.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
    const box = await edgesOf(name);
    const first = await edgesOf(name, 0);
    expect(first.left).toBeGreaterThanOrEqual(box.left);
    expect(first.right).toBeLessThanOrEqual(box.right);
    const missing = await aroundName.evaluateAll((all) =>
      all.map(({ clientWidth, scrollWidth }) => clientWidth - scrollWidth),
    );
    expect(missing).toEqual([0, 0]);
  });

  test('gives the text more space on the side where it begins', async ({ panel }) => {
    const { row, words, undo } = panel.saves.discarded;
    const [outer, text, button] = [await edgesOf(row), await edgesOf(words), await edgesOf(undo)];
    expect(outer.right - text.right).toBeGreaterThan(button.left - outer.left);
  });
});

test('puts the end of a key after its label, in its own direction', async ({ open, page }) => {
  // Make the window wide enough for one line.
  await page.setViewportSize({ width: 1_280, height: 700 });
  await open('options/connecting-third', { language: 'ar' });
  await page.getByRole('button', { name: ar('connections_withKey_action') }).click();
  await page.getByLabel(ar('connections_address')).fill('memory.tidewater.example');
  await page.getByLabel(ar('connections_key'), { exact: true }).fill('keepsake_not_a_real_key');
  await page.keyboard.press('Enter');
  const replace = page.getByRole('alert').getByRole('button').first();
  const text = await replace.innerText();
  const words = await edgesOf(replace, 0);
  const first = await edgesOf(replace, text.indexOf('7f2a'));
  const last = await edgesOf(replace, text.indexOf('7f2a') + 3);
  expect(words.left, text).toBeGreaterThan(last.right);
  expect(last.left, text).toBeGreaterThan(first.right);
});

/** Returns the left and right edges of an element, or of one letter of its text. */
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
    throw new Error(`The element has no letter ${at}.`);
  }, letter);
}
