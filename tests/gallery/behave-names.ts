/** What a person does with the names of Memories, and with what they are typed into. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Steps } from './steps.ts';

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
  };
}
