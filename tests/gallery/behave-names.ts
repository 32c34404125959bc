/** What a person does with the names of Memories, and with what they are typed into. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { inputsOf, type Steps } from './steps.ts';

/** Each by its name, as a fact. */
export function namesBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  return {
    'typing replaces the suggested name of the first Memory, and goes on where it was after another window':
      async (page) => {
        await open(page, 'welcome/memory');
        await page.getByRole('button', { name: 'Keep my memory on this device' }).press('Enter');
        const field = page.getByRole('textbox', { name: /name/i });
        await field.and(page.locator(':focus')).waitFor();
        assert.equal(await field.inputValue(), 'Reading');
        await page.keyboard.type('Work');
        assert.equal(await field.inputValue(), 'Work');
        await field.evaluate((input) => {
          input.blur();
          input.focus();
        });
        await page.keyboard.type('shop');
        assert.equal(await field.inputValue(), 'Workshop');
      },

    'a name that nothing can be seen of is none, wherever it is given': async (page) => {
      for (const [scene, way, action] of [
        ['options/naming', 'New Memory', 'Create'],
        ['popup/first-memory', null, 'Create'],
        ['welcome/memory', 'Keep my memory on this device', 'Create'],
      ] as const) {
        await open(page, scene);
        if (way !== null) await page.getByRole('button', { name: way }).press('Enter');
        const field = page.getByRole('textbox', { name: /name/i });
        const create = page.getByRole('button', { name: action });
        await field.fill('\u200B \u2060\u202E');
        assert.equal(await create.isDisabled(), true);
        await field.press('Enter');
        assert.deepEqual(await inputsOf(page, 'memories.create'), []);
        await field.fill('\u200Bx');
        assert.equal(await create.isDisabled(), false);
      }
    },

    'a name that looks like one that is taken is taken': async (page) => {
      await open(page, 'options/naming');
      await page.getByRole('button', { name: 'New Memory' }).press('Enter');
      await page.getByRole('textbox', { name: /name/i }).fill('Re\u200Bading');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'name' }).waitFor();
      assert.deepEqual(await inputsOf(page, 'memories.create'), []);
    },
  };
}
