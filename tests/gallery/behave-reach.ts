/** What the search does by itself once the service can be reached again. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { galleryNow, save, states } from './fixtures.ts';
import { askedFor, inputsOf, type Steps, tell } from './steps.ts';

/** Each by its name, as a fact. */
export function reachBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
  const box = (page: Page) => page.getByRole('searchbox', { name: 'Search your memory' });

  return {
    'a search that failed goes on by itself when the service has taken something, and no key is lost':
      async (page) => {
        await open(page, 'sidepanel/search-reached-again');
        await tryAgain(page).focus();
        const item = save(states.learned, { id: 'id-9', updatedAt: galleryNow + 1 });
        await tell(page, { event: 'outbox.changed', item });
        await page.locator('[data-hit]').first().waitFor();
        await box(page).and(page.locator(':focus')).waitFor();
        assert.deepEqual(await inputsOf(page, 'recall.search'), [
          { searchId: 'id-1', q: 'harbour ledgers' },
          { searchId: 'id-2', q: 'harbour ledgers' },
        ]);
      },

    'each sign leads to a try of its own, and those that come at once to one': async (page) => {
      for (const sign of ['online', 'focus', 'visibilitychange']) {
        await open(page, 'sidepanel/search-reached-again');
        await tryAgain(page).waitFor();
        await page.evaluate((type) => {
          document.dispatchEvent(new Event(type, { bubbles: true }));
        }, sign);
        await page.locator('[data-hit]').first().waitFor();
      }

      await open(page, 'sidepanel/search-filtered-failed');
      await tryAgain(page).waitFor();
      await page.evaluate(() => {
        dispatchEvent(new Event('online'));
        dispatchEvent(new Event('focus'));
      });
      await askedFor(page, 'recall.search', 2);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await askedFor(page, 'recall.search', 3);
    },

    'a search that failed goes on when the person comes back to it from another view': async (
      page,
    ) => {
      await open(page, 'sidepanel/search-reached-again');
      await tryAgain(page).waitFor();
      await page.locator('.panel-nav [data-view="library"]').click();
      await page.locator('.panel-nav [data-view="search"]').click();
      await page.locator('[data-hit]').first().waitFor();
    },
  };
}
