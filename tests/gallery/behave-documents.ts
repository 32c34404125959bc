/** How the library's tab for what the home holds behaves. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { keyHome } from './connections.ts';
import { home, save, states } from './fixtures.ts';
import { askedFor, inputsOf, type Steps, tell } from './steps.ts';

/** Gives the behaviours of what the home holds, each by what it shows. */
export function documentsBehaviours({
  open,
}: Steps): Record<string, (page: Page) => Promise<void>> {
  const openTab = async (page: Page, scene: string) => {
    await open(page, `sidepanel/documents-${scene}`);
    await page.locator('.panel-nav [data-view="library"]').press('Enter');
    await focused(tab(page, 'Saved here'));
    await page.keyboard.press('ArrowRight');
    await focused(tab(page, 'In your memory'));
  };
  const tab = (page: Page, name: string) => page.getByRole('tab', { name });
  const list = (page: Page) => page.getByRole('list', { name: 'In your memory' });
  const rows = (page: Page) => list(page).getByRole('listitem');
  const idsOf = (page: Page) =>
    rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-save')));
  const listings = async (page: Page) => (await inputsOf(page, 'documents.list')).length;

  return {
    'nothing is asked of the home before its tab is opened, nor while it waits behind another':
      async (page) => {
        await page.clock.install();
        await open(page, 'sidepanel/documents-all');
        await page.locator('.panel-nav [data-view="library"]').press('Enter');
        await focused(tab(page, 'Saved here'));
        await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
        assert.equal(await listings(page), 0);
        assert.deepEqual(await inputsOf(page, 'memories.list'), []);

        await page.keyboard.press('ArrowRight');
        await rows(page).first().waitFor();
        assert.equal(await listings(page), home.memories.length);

        await page.keyboard.press('ArrowLeft');
        await tell(page, { event: 'profile.changed' });
        await page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
        // Past the gap in which changes are gathered.
        await page.clock.runFor(5_000);
        assert.equal(await listings(page), home.memories.length);

        await page.getByRole('button', { name: /^Library/ }).press('Enter');
        await tab(page, 'In your memory').press('Enter');
        await askedFor(page, 'documents.list', 2 * home.memories.length);
        await page.clock.resume();
      },

    'the Memories are put together by when each was saved, and one is seen alone': async (page) => {
      await openTab(page, 'all');
      await rows(page).first().waitFor();
      assert.deepEqual((await idsOf(page)).slice(0, 5), ['m1-0', 'm2-0', 'm3-0', 'm4-0', 'm1-1']);

      const before = await listings(page);
      await page.getByRole('radio', { name: 'Recipes' }).press('Space');
      await rows(page).nth(2).waitFor();
      assert.deepEqual(await idsOf(page), ['m3-0', 'm3-1', 'm3-2']);
      assert.equal(await listings(page), before);
    },

    'more are shown by the key, the focus goes on to the first of them, and a list ends where it has all':
      async (page) => {
        await openTab(page, 'more');
        await rows(page).first().waitFor();
        assert.equal(await rows(page).count(), 50);
        const more = page.getByRole('button', { name: 'Show more' });
        await more.press('Enter');
        await rows(page).nth(99).waitFor();
        await focused(rows(page).nth(50).getByRole('link'));
        await more.press('Enter');
        await rows(page).nth(149).waitFor();
        await more.press('Enter');
        await rows(page).nth(159).waitFor();
        await page.waitForFunction(() => document.querySelector('[data-act="more"]') === null);
        assert.equal(new Set(await idsOf(page)).size, 160);
        const asked = (await inputsOf(page, 'documents.list')) as { cursor: string | null }[];
        assert.equal(asked.filter(({ cursor }) => cursor === 'next').length, 4);
      },

    'one Memory that does not answer is named, and asked again by itself': async (page) => {
      await openTab(page, 'one-silent');
      await rows(page).first().waitFor();
      assert.equal(
        (await idsOf(page)).some((id) => id?.startsWith('m2')),
        false,
      );
      await page.getByText('Work could not answer').waitFor();
      await page.getByText('tr_55d0a2b9ce').waitFor();
      const before = await listings(page);
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await askedFor(page, 'documents.list', before + 1);
      const [last] = (await inputsOf(page, 'documents.list')).slice(-1);
      assert.deepEqual(last, { connectionId: 'device', memoryId: 'm2', cursor: null });
    },

    'a document is deleted only after the memory’s own question, and the focus goes to the next row':
      async (page) => {
        await openTab(page, 'deleting');
        await rows(page).first().getByRole('link').focus();
        await page.keyboard.press('Delete');
        const dialog = page.getByRole('dialog', { name: /^Delete “/ });
        await dialog.getByText('Nothing has been deleted yet').waitFor();
        await focused(dialog.getByRole('button', { name: /^No/ }));
        await page.keyboard.press('Escape');
        await focused(rows(page).first().getByRole('link'));
        const asked = (await inputsOf(page, 'documents.delete')) as { confirm: boolean }[];
        assert.deepEqual(
          asked.map(({ confirm }) => confirm),
          [false],
        );

        await openTab(page, 'deleted');
        await rows(page).first().getByRole('link').focus();
        await page.keyboard.press('Delete');
        await page.locator('output', { hasText: 'was already deleted' }).waitFor();
        assert.equal((await idsOf(page)).includes('m1-0'), false);
        await focused(rows(page).first().getByRole('link'));
      },

    'what was saved from here is read again in its Memory alone, and a renamed Memory is called so':
      async (page) => {
        await openTab(page, 'all');
        await rows(page).first().waitFor();
        const before = await listings(page);
        const item = save(states.learned, { container: { id: 'm2', name: 'Work' } });
        await tell(page, { event: 'outbox.changed', item });
        await tell(page, { event: 'outbox.changed', item });
        await askedFor(page, 'documents.list', before + 1);
        const [last] = (await inputsOf(page, 'documents.list')).slice(-1);
        assert.deepEqual(last, { connectionId: 'device', memoryId: 'm2', cursor: null });

        const renamed = home.memories.map((one) =>
          one.id === 'm2' ? { id: 'm2', name: 'Lighthouses' } : one,
        );
        await tell(page, { event: 'home.changed', home: { ...home, memories: renamed } });
        await rows(page).locator('.memory-chip', { hasText: 'Lighthouses' }).first().waitFor();
        assert.equal(await listings(page), before + 1);
        const left = renamed.filter(({ id }) => id !== 'm2');
        await tell(page, { event: 'home.changed', home: { ...home, memories: left } });
        await page.waitForFunction(
          () => document.querySelector('.documents-list [data-save^="m2"]') === null,
        );
      },

    'a connection that only reads is offered nothing to delete': async (page) => {
      await openTab(page, 'read-only');
      await rows(page).first().waitFor();
      assert.equal(await list(page).getByRole('button').count(), 0);
    },

    'what the browser no longer allowed is read once it is allowed again': async (page) => {
      await openTab(page, 'not-permitted');
      await page.getByText('The browser no longer lets Keepsake reach your memory').waitFor();
      const before = (await inputsOf(page, 'memories.list')).length;
      await tell(page, { event: 'home.changed', home: keyHome });
      await askedFor(page, 'memories.list', before + 1);
    },
  };
}

async function focused(locator: Locator): Promise<void> {
  await locator.and(locator.page().locator(':focus')).waitFor();
}
