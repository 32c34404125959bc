/** What a person does with the homes of their memory, by keyboard. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { askedFor, inputsOf, type Steps } from './steps.ts';

/** Each by its name, as a fact. */
export function homesBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  return {
    'the form of a key that is given up gives the focus back to the button it came from': async (
      page,
    ) => {
      await open(page, 'options/homes-withdrawn-twice');
      await page.getByRole('button', { name: 'Use another key' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      await focused(page, 'Try this key again');
      await page.getByRole('button', { name: 'Connect with a key' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      await focused(page, 'Connect with a key');
    },

    'Escape leaves a form at once where nothing is typed, and leads to Cancel where something is':
      async (page) => {
        await open(page, 'options/homes-withdrawn-twice');
        await page.getByRole('button', { name: 'Connect with a key' }).press('Enter');
        await page.keyboard.press('Escape');
        await focused(page, 'Connect with a key');

        await page.keyboard.press('Enter');
        const key = page.getByLabel('Key', { exact: true });
        await key.fill('keepsake_not_a_real_key');
        await key.press('Escape');
        await focused(page, 'Cancel');
        assert.equal(await key.inputValue(), 'keepsake_not_a_real_key');
        await page.keyboard.press('Escape');
        await focused(page, 'Connect with a key');
        await page.keyboard.press('Enter');
        assert.equal(await key.inputValue(), '');
        assert.deepEqual(await page.evaluate(() => Object.values(localStorage)), []);
      },

    'a try under way is given up only at Cancel': async (page) => {
      await open(page, 'welcome/connect-key-slow');
      await page.getByRole('button', { name: 'Connect with a key' }).press('Enter');
      await page.getByLabel('Address of the service').fill('https://memory.example');
      await page.getByLabel('Key', { exact: true }).fill('keepsake_not_a_real_key');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Trying the key' }).waitFor();
      await page.keyboard.press('Escape');
      await focused(page, 'Cancel');
      assert.deepEqual(await inputsOf(page, 'connections.give-up'), []);
      await page.keyboard.press('Escape');
      await focused(page, 'Keep my memory on this device');
      assert.deepEqual(await inputsOf(page, 'connections.give-up'), [{ connectionId: 'id-1' }]);
    },

    'a home that is removed leaves the focus at the heading of the homes': async (page) => {
      await open(page, 'options/home-removed');
      await page.getByRole('button', { name: 'Remove club.example' }).press('Enter');
      await page.getByRole('button', { name: 'Yes, remove it' }).press('Enter');
      await page
        .getByRole('heading', { name: 'Where your memory lives' })
        .and(page.locator(':focus'))
        .waitFor();
    },

    'who has homes elsewhere alone is led to one on this device': async (page) => {
      await open(page, 'options/waiting-nowhere');
      await page.getByText('keep a memory on this device or connect a home').waitFor();
      await page.getByRole('button', { name: 'Keep it on this device' }).press('Enter');
      assert.deepEqual(await inputsOf(page, 'home.create'), [{}]);
      await open(page, 'options/homes-withdrawn-twice');
      await page.getByRole('button', { name: 'Connect with a key' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Keep it on this device' }).count(), 0);
    },

    'where homes are kept and none is in use, one click uses it': async (page) => {
      await open(page, 'popup/home-none-in-use');
      await page.getByText('No home is in use').waitFor();
      await page.getByRole('button', { name: /^Use .*club\.example/ }).press('Enter');
      assert.deepEqual(await inputsOf(page, 'connections.choose'), [{ connectionId: 'club' }]);
    },

    'where it cannot be told which homes are kept, the panel still leads to one': async (page) => {
      await open(page, 'sidepanel/first-use-untold');
      await page.getByRole('button', { name: 'Set up Keepsake' }).press('Enter');
      assert.equal((await inputsOf(page, 'openWelcome')).length, 1);
    },

    'a home whose consent has ended says that alone, and beside it how to go on': async (page) => {
      await open(page, 'options/homes-consent-ended');
      await page.getByText('Your consent has ended').waitFor();
      assert.equal(await page.getByText('This connection only reads').count(), 0);
      const again = page.getByRole('button', { name: 'Consent again' });
      await again.press('Enter');
      await page.getByRole('button', { name: 'Ask for consent' }).waitFor();
      assert.equal(await again.count(), 0);
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      await focused(page, 'Consent again');
    },

    'the settings are called what they hold, and lead on where a service holds no Memory': async (
      page,
    ) => {
      for (const [scene, name] of [
        ['again', 'Manage Memories, rules and data'],
        ['again-key', 'Open settings'],
        ['no-memory', 'Open settings'],
      ] as const) {
        await open(page, `welcome/${scene}`);
        await page.getByRole('button', { name }).press('Enter');
        assert.equal((await inputsOf(page, 'openSettings')).length, 1);
      }
    },

    'the navigation leads to what is on the page alone': async (page) => {
      await open(page, 'options/failed');
      const links = page.getByRole('navigation').getByRole('link');
      await links.first().waitFor();
      await page.locator('#about').waitFor();
      const named = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      const there = await page
        .locator('main section')
        .evaluateAll((all) => all.map(({ id }) => id));
      assert.deepEqual(
        named,
        there.map((id) => `#${id}`),
      );
    },

    'no second key is offered where the first was answered': async (page) => {
      await open(page, 'options/homes-key-missing');
      await page.getByRole('button', { name: 'Add a key for Ask' }).waitFor();
      await open(page, 'options/homes-key-asks');
      await page.getByRole('button', { name: 'Use another key' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Add a key for Ask' }).count(), 0);
    },

    'the keys that stand beside what to try do what its words say': async (page) => {
      const tried = (title: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
      await open(page, 'welcome/again');
      await tried('Save a page').getByText('open Keepsake and press Enter').waitFor();
      const keysOf = (title: string) => tried(title).locator('kbd').allTextContents();
      assert.equal((await keysOf('Save a page')).at(-1), 'K');
      assert.equal((await keysOf('Find it again')).at(-1), 'K');
      assert.equal((await keysOf('Keep a sentence')).at(-1), 'H');
      await tried('Keep a sentence').getByText('press these keys').waitFor();
      await open(page, 'welcome/again-no-keys');
      await tried('Keep a sentence').waitFor();
      assert.equal(await page.getByText('these keys').count(), 0);
    },

    'another key for a service that is connected takes the place of the first, or is of a home of its own':
      async (page) => {
        const enters = async (address: string) => {
          await open(page, 'options/connecting-again');
          await page.getByRole('button', { name: 'Connect with a key' }).press('Enter');
          await page.getByLabel('Address of the service').fill(address);
          await page.getByLabel('Key', { exact: true }).fill('keepsake_not_a_real_key');
          await page.keyboard.press('Enter');
        };
        const entry = { key: 'keepsake_not_a_real_key', keep: 'forget' };

        await enters('memory.tidewater.example/');
        await page.getByText('memory.tidewater.example is connected already').waitFor();
        await focused(page, 'Replace the old key');
        // Only the two answers and Cancel are left to press.
        const submit = page.getByRole('button', { name: 'Connect', exact: true });
        assert.equal(await submit.count(), 0);
        assert.deepEqual(await inputsOf(page, 'requestServices'), []);
        await page.keyboard.press('Enter');
        await page.getByText('It works. In reach:').waitFor();
        assert.deepEqual(await inputsOf(page, 'connections.replace-key'), [
          { connectionId: 'work', ...entry },
        ]);
        assert.deepEqual(await inputsOf(page, 'connections.choose'), [{ connectionId: 'work' }]);
        assert.deepEqual(await inputsOf(page, 'connections.connect-with-key'), []);

        await enters('memory.tidewater.example');
        await page.getByRole('button', { name: 'Connect as another account' }).press('Enter');
        await page.getByText('It works. In reach:').waitFor();
        assert.deepEqual(await inputsOf(page, 'connections.connect-with-key'), [
          { connectionId: 'id-1', address: 'memory.tidewater.example', ...entry },
        ]);
        assert.deepEqual(await inputsOf(page, 'connections.replace-key'), []);

        await enters('club.example/library');
        await page.getByText('It works. In reach:').waitFor();
      },

    'consenting again at the address of a home that is kept renews it, on the welcome page too':
      async (page) => {
        await open(page, 'welcome/connect-consent-again');
        await page.getByRole('button', { name: 'Connect read-only' }).press('Enter');
        for (const [address, connectionId] of [
          ['club.example/library/', 'club'],
          ['club.example', null],
        ] as const) {
          await page.getByLabel('Address of the service').fill(address);
          await page.keyboard.press('Enter');
          await askedFor(page, 'connections.begin-consent', connectionId === null ? 2 : 1);
          const asked = await inputsOf(page, 'connections.begin-consent');
          assert.partialDeepStrictEqual(asked.at(-1), { address, connectionId });
        }
      },

    'an answer about an address goes once another is typed': async (page) => {
      await open(page, 'welcome/connect-key');
      await page.getByRole('button', { name: 'Connect with a key' }).press('Enter');
      await page.getByLabel('Address of the service').fill('http://[::1]:4321');
      await page.getByLabel('Key', { exact: true }).fill('keepsake_not_a_real_key');
      await page.keyboard.press('Enter');
      const answer = page.getByText('Browsers let no extension reach');
      await answer.waitFor();
      await page.getByLabel('Key', { exact: true }).fill('keepsake_another');
      await answer.waitFor({ state: 'detached' });
    },
  };
}

async function focused(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
}
