import { en } from '../english.ts';
import { expect, test } from './surface-test.ts';

test('takes at most three presses of Enter to set up', async ({
  open,
  page,
  welcome,
  background,
}) => {
  await open('welcome/ready');
  await expect(welcome.useDevice).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(welcome.memoryHeading).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(welcome.ready).toBeVisible();
  await expect
    .poll(() => background.inputs('memories.create'))
    .toEqual([{ name: 'Reading', choose: true }]);
});

test('reports that Memories still on this device are back', async ({ open, welcome }) => {
  await open('welcome/found');
  await welcome.useDevice.press('Enter');
  await expect(welcome.memoriesFound).toBeVisible();
  await expect(welcome.ready).toBeFocused();
  await expect(welcome.memoriesFound).toHaveCount(1);
});

test('doesn’t report that a first Memory is back', async ({ open, welcome }) => {
  await open('welcome/ready');
  await welcome.useDevice.press('Enter');
  await welcome.createMemory.click();
  await expect(welcome.ready).toBeFocused();
  await expect(welcome.memoriesFound).toHaveCount(0);
});

test('replaces the suggested name of the first Memory on typing, and keeps the typed name across views', async ({
  open,
  page,
  welcome,
}) => {
  const { memoryName } = welcome;
  await open('welcome/memory');
  await welcome.useDevice.press('Enter');
  await expect(memoryName).toBeFocused();
  await expect(memoryName).toHaveValue('Reading');
  await expect(memoryName).toHaveJSProperty('selectionStart', 0);
  await expect(memoryName).toHaveJSProperty('selectionEnd', 'Reading'.length);
  await page.keyboard.type('Work');
  await expect(memoryName).toHaveValue('Work');
  await memoryName.evaluate((input) => {
    input.blur();
    input.focus();
  });
  await page.keyboard.type('shop');
  await expect(memoryName).toHaveValue('Workshop');
});

test('runs the keyboard shortcuts that the text suggests', async ({ open, page, welcome }) => {
  const { savePage, findAgain, keepSentence } = welcome;
  const withKeys = en('welcome_ready_tries_highlight_keys');
  await open('welcome/again');
  await expect(savePage.getByText(en('welcome_ready_tries_save_text'))).toBeVisible();
  await expect(savePage.locator('kbd').last()).toHaveText('K');
  await expect(findAgain.locator('kbd').last()).toHaveText('K');
  await expect(keepSentence.locator('kbd').last()).toHaveText('H');
  await expect(keepSentence.getByText(withKeys)).toBeVisible();
  await open('welcome/again-no-keys');
  await expect(keepSentence).toBeVisible();
  await expect(page.getByText(withKeys)).toHaveCount(0);
});

for (const [scene, button] of [
  ['again', 'manage'],
  ['again-key', 'openSettings'],
  ['no-memory', 'openSettings'],
] as const) {
  test(`opens the settings with the button for this state (${scene})`, async ({
    open,
    welcome,
    background,
  }) => {
    await open(`welcome/${scene}`);
    await welcome[button].press('Enter');
    await expect.poll(() => background.inputs('openSettings')).toHaveLength(1);
  });
}

test.describe('connecting to a service', () => {
  const key = 'keepsake_not_a_real_key';

  test('gives up an attempt only on Cancel', async ({ open, page, welcome, background }) => {
    const { connect } = welcome;
    await open('welcome/connect-key-slow');
    await welcome.connectWithKey.press('Enter');
    await connect.address.fill('https://memory.example');
    await connect.key.fill(key);
    await page.keyboard.press('Enter');
    await expect(connect.working).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(connect.cancel).toBeFocused();
    expect(await background.inputs('connections.give-up')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(welcome.useDevice).toBeFocused();
    await expect
      .poll(() => background.inputs('connections.give-up'))
      .toEqual([{ connectionId: 'id-1' }]);
  });

  test('renews the connection when consenting again at a known address', async ({
    open,
    page,
    welcome,
    background,
  }) => {
    await open('welcome/connect-consent-again');
    await welcome.connectReadOnly.press('Enter');
    for (const [address, connectionId] of [
      ['club.example/library/', 'club'],
      ['club.example', null],
    ] as const) {
      await welcome.connect.address.fill(address);
      await page.keyboard.press('Enter');
      await background.expectCalls('connections.begin-consent', connectionId === null ? 2 : 1);
      const asked = await background.inputs('connections.begin-consent');
      expect(asked.at(-1)).toMatchObject({ address, connectionId });
    }
  });

  test('clears the message about an address once another is typed', async ({
    open,
    page,
    welcome,
  }) => {
    const { connect } = welcome;
    await open('welcome/connect-key');
    await welcome.connectWithKey.press('Enter');
    await connect.address.fill('http://[::1]:4321');
    await connect.key.fill(key);
    await page.keyboard.press('Enter');
    await expect(connect.unusableAddress).toBeVisible();
    await connect.key.fill('keepsake_another');
    await expect(connect.unusableAddress).toHaveCount(0);
  });
});
