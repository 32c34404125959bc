/** How the side panel's view for highlights and the settings' sites behave. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { inputsOf, type Steps } from './steps.ts';

/** Gives the behaviours of the highlights, each by what it shows. */
export function highlightsBehaviours({
  open,
}: Steps): Record<string, (page: Page) => Promise<void>> {
  const openView = async (page: Page, scene: string) => {
    await open(page, `sidepanel/highlights-${scene}`);
    await page.locator('.panel-nav [data-view="library"]').press('Enter');
    await focused(page.getByRole('tab', { name: 'Saved here' }));
    await page.keyboard.press('End');
    await focused(page.getByRole('tab', { name: /^This page/, selected: true }));
  };
  const row = (page: Page, id: string) => page.locator(`[data-highlight="${id}"]`);

  return {
    'a highlight is gone to by the key, and its long words are whole on demand': async (page) => {
      await openView(page, 'page');
      await row(page, 'g2').locator('[data-act="reveal"]').press('Enter');
      await page
        .locator('output', { hasText: 'Shown on the page.' })
        .waitFor({ state: 'attached' });
      assert.deepEqual(await inputsOf(page, 'highlights.reveal'), [{ tabId: 7, id: 'g2' }]);

      const quote = row(page, 'g3').locator('.highlight-quote');
      const cut = (await quote.boundingBox())?.height ?? 0;
      await row(page, 'g3').getByRole('button', { name: 'Show all of it' }).press('Enter');
      const whole = (await quote.boundingBox())?.height ?? 0;
      assert.ok(whole > cut, `${whole} > ${cut}`);
    },

    'words that are gone from the page are said to be, and lead nowhere': async (page) => {
      await openView(page, 'page');
      await row(page, 'g5').getByText('Its place on this page was not found again').waitFor();
      assert.equal(await row(page, 'g5').locator('[data-act="reveal"]').count(), 0);
    },

    'nothing else comes under the pointer that took a mark off': async (page) => {
      await openView(page, 'unmarked');
      const copy = row(page, 'g2').locator('[data-act="copy"]');
      const place = async () => (await copy.boundingBox())?.x;
      const before = await place();
      await row(page, 'g2').locator('[data-act="unmark"]').press('Enter');
      await row(page, 'g2').getByRole('button', { name: /^Undo/ }).waitFor();
      assert.equal(await place(), before);
    },

    'the button beside selected words is spoken of only where there is one': async (page) => {
      await openView(page, 'empty-allowed');
      await page.getByText('click the button beside them').waitFor();
      await openView(page, 'empty');
      await page.getByText('right-click them').waitFor();
      assert.equal(await page.getByText('click the button beside them').count(), 0);
    },

    'a mark that was taken off is had back, and the focus stays with its row': async (page) => {
      await openView(page, 'unmarked');
      await row(page, 'g2')
        .getByRole('button', { name: /^Take the mark off/ })
        .press('Enter');
      const undo = row(page, 'g2').getByRole('button', { name: /^Undo/ });
      await focused(undo);
      await page.keyboard.press('Enter');
      await page.locator('output', { hasText: 'The mark is back.' }).waitFor({ state: 'attached' });
      assert.deepEqual(await inputsOf(page, 'highlights.unmark'), [{ id: 'g2' }]);
      assert.deepEqual(await inputsOf(page, 'highlights.mark'), [{ id: 'g2' }]);
    },

    'a site is asked for in the click, after the wish was told': async (page) => {
      await openView(page, 'empty');
      const site = page.getByRole('switch', { name: /^Highlight button on tidewater/ });
      assert.equal(await site.getAttribute('aria-checked'), 'false');
      await site.press('Enter');
      await page.locator('output', { hasText: 'button is on' }).waitFor({ state: 'attached' });
      const asked = await page.evaluate(() =>
        globalThis.gallery.asked
          .map(({ name }) => name)
          .filter((name) => name.startsWith('sites.') || name === 'requestOrigins'),
      );
      assert.deepEqual(asked, ['sites.allow', 'requestOrigins', 'sites.allow']);
    },

    'marks that were not drawn are drawn on the word of the person, or it is said why not': async (
      page,
    ) => {
      await openView(page, 'undrawn-refused');
      await page.getByRole('button', { name: 'Show on the page' }).press('Enter');
      await page.getByText('only after a click there').waitFor();
      assert.deepEqual(await inputsOf(page, 'highlights.draw'), [{ tabId: 7 }]);
    },

    'a site is turned off in the settings, and the focus goes to the heading': async (page) => {
      await open(page, 'options/sites');
      await page.locator('#sites [data-act="turn-off"]').first().press('Enter');
      await focused(page.getByRole('heading', { name: 'Sites' }));
      const [removed] = await inputsOf(page, 'sites.remove');
      assert.deepEqual(removed, { pattern: 'https://www.tidewater-quarterly.example/*' });
    },
  };
}

function focused(what: Locator): Promise<void> {
  return what.and(what.page().locator(':focus')).waitFor();
}
