import { en, enPlural } from '../english.ts';
import { expect, test } from './surface-test.ts';

const key = 'keepsake_not_a_real_key';

test.describe('the form for a key', () => {
  test('returns focus to the button that opened it on Cancel', async ({ open, settings }) => {
    const { useAnotherKey, retryKey, connectWithKey, form } = settings.connections;
    await open('options/connections-withdrawn-twice');
    await useAnotherKey.press('Enter');
    await form.cancel.press('Enter');
    await expect(retryKey).toBeFocused();
    await connectWithKey.press('Enter');
    await form.cancel.press('Enter');
    await expect(connectWithKey).toBeFocused();
  });

  test('closes on Escape if it is empty, and otherwise moves to Cancel', async ({
    open,
    page,
    settings,
  }) => {
    const { connectWithKey, form } = settings.connections;
    await open('options/connections-withdrawn-twice');
    await connectWithKey.press('Enter');
    await page.keyboard.press('Escape');
    await expect(connectWithKey).toBeFocused();

    await page.keyboard.press('Enter');
    await form.key.fill(key);
    await form.key.press('Escape');
    await expect(form.cancel).toBeFocused();
    await expect(form.key).toHaveValue(key);
    await page.keyboard.press('Escape');
    await expect(connectWithKey).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.key).toHaveValue('');
    expect(await page.evaluate(() => Object.values(localStorage))).toEqual([]);
  });

  test('asks what another key for a connected service is for, before connecting', async ({
    open,
    page,
    settings,
    background,
  }) => {
    const { connectWithKey, form } = settings.connections;
    const enters = async (address: string) => {
      await open('options/connecting-again');
      await connectWithKey.press('Enter');
      await form.address.fill(address);
      await form.key.fill(key);
      await page.keyboard.press('Enter');
    };
    const entry = { key, keep: 'persistent' };

    await enters('memory.tidewater.example/');
    await expect(
      page.getByText(en('connections_kept_title', { name: 'memory.tidewater.example' })),
    ).toBeVisible();
    await expect(form.replaceKey).toBeFocused();
    // Only the two choices and Cancel remain.
    await expect(form.connect).toHaveCount(0);
    expect(await background.inputs('requestServices')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(form.works()).toBeVisible();
    await expect
      .poll(() => background.inputs('connections.replace-key'))
      .toEqual([{ connectionId: 'work', ...entry, choose: true }]);
    expect(await background.inputs('connections.choose')).toEqual([]);
    expect(await background.inputs('connections.connect-with-key')).toEqual([]);

    await enters('memory.tidewater.example');
    await form.addAccount.press('Enter');
    await expect(form.works()).toBeVisible();
    await expect
      .poll(() => background.inputs('connections.connect-with-key'))
      .toEqual([{ connectionId: 'id-1', address: 'memory.tidewater.example', ...entry }]);
    expect(await background.inputs('connections.replace-key')).toEqual([]);

    await enters('club.example/library');
    await expect(form.works()).toBeVisible();
  });

  test('offers no second key once the first one works for Ask', async ({ open, settings }) => {
    const { addAskKey, useAnotherKey } = settings.connections;
    await open('options/connections-key-missing');
    await expect(addAskKey).toBeVisible();
    await open('options/connections-key-asks');
    await expect(useAnotherKey).toBeVisible();
    await expect(addAskKey).toHaveCount(0);
  });
});

test('moves focus to the heading after a connection is removed', async ({ open, settings }) => {
  await open('options/connection-removed');
  await settings.connections.remove('club.example').press('Enter');
  await settings.connections.confirmRemove.press('Enter');
  await expect(settings.heading('connections')).toBeFocused();
});

test('offers storage on this device if there is none', async ({
  open,
  page,
  settings,
  background,
}) => {
  const { useDevice, connectWithKey } = settings.connections;
  const nowhereYet = en('connections_moving_nowhere');
  await open('options/waiting-nowhere');
  await expect(page.getByText(nowhereYet)).toBeVisible();
  await expect(page.getByText(enPlural(1, 'connections_moving_text'))).toBeVisible();
  await useDevice.press('Enter');
  await expect.poll(() => background.inputs('connection.create')).toEqual([{}]);
  await open('options/connections-withdrawn-twice');
  await expect(connectWithKey).toBeVisible();
  await expect(useDevice).toHaveCount(0);
});

for (const scene of ['popup/connection-withdrawn', 'sidepanel/connection-withdrawn']) {
  test(`offers another key for a refused one (${scene})`, async ({ open, page, background }) => {
    await open(scene);
    await page.getByRole('button', { name: en('connections_anotherKey') }).click();
    await expect.poll(() => background.inputs('openSettings')).toEqual(['connections']);
  });
}

test('doesn’t repeat in the search that the key was refused', async ({
  open,
  page,
  background,
  panel,
}) => {
  await open('sidepanel/connection-rejected');
  await panel.search.box.fill('lapwings');
  await page.keyboard.press('Enter');
  // If the pause after typing ends before Enter is pressed, it searches twice.
  await expect
    .poll(async () => (await background.inputs('search.run')).at(-1))
    .toMatchObject({
      q: 'lapwings',
    });
  await expect(page.locator('.notice')).toHaveCount(1);
});

test('reports only that the consent has ended, and offers to consent again', async ({
  open,
  settings,
}) => {
  const { consentEnded, readOnly, consentAgain, form } = settings.connections;
  await open('options/connections-consent-ended');
  await expect(consentEnded).toBeVisible();
  await expect(readOnly).toHaveCount(0);
  await consentAgain.press('Enter');
  await expect(form.askForConsent).toBeVisible();
  await expect(consentAgain).toHaveCount(0);
  await form.cancel.press('Enter');
  await expect(consentAgain).toBeFocused();
});
