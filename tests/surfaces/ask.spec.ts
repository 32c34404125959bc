import { keyConnectionStatus } from '../gallery/connections.ts';
import { galleryNow, connection } from '../gallery/fixtures.ts';
import { en, enPlural } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with the Ask view in a scene. */
const test = base.extend<{ openAsk: (scene: string) => Promise<void> }>({
  openAsk: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/ask-${scene}`);
      await panel.open('ask');
    }),
});

const twoSources = enPlural(2, 'ask_sources_answer');

test('introduces quotes on this device, and the agent only with a key', async ({
  openAsk,
  panel,
  background,
}) => {
  const { intro } = panel.ask;
  const withKey = {
    event: 'connection.status-changed',
    connection: { ...connection, kind: 'key' },
  } as const;
  const ofAgent = en('ask_idle_text');
  await openAsk('idle');
  await expect(intro.getByText(en('ask_idle_device'))).toBeVisible();
  await expect(intro.getByText(ofAgent)).toHaveCount(0);
  await background.tell(withKey);
  await expect(intro.getByText(ofAgent)).toBeVisible();
});

test('shows the current names of an answer’s Memories, and drops the answer with a deleted one', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  const { box, sourceMemories, again } = panel.ask;
  await openAsk('answered');
  await box.fill('What became of the ledgers?');
  await box.press('Enter');
  const before = await sourceMemories.first().innerText();
  const [first, ...others] = connection.memories.toSorted((one) => (one.name === before ? -1 : 1));
  expect(first?.name).toBe(before);
  const memories = [{ id: first?.id ?? '', name: 'Lighthouses' }, ...others];
  await background.tell({
    event: 'connection.status-changed',
    connection: { ...connection, memories },
  });
  await expect(sourceMemories.filter({ hasText: 'Lighthouses' }).first()).toBeVisible();
  await expect(sourceMemories.filter({ hasText: before })).toHaveCount(0);
  await background.tell({
    event: 'connection.status-changed',
    connection: { ...connection, memories: others },
  });
  await expect(page.getByText(en('ask_gone'))).toBeVisible();
  await expect(sourceMemories).toHaveCount(0);
  await again.press('Enter');
  await background.expectCalls('ask.ask', 2);
});

test('reports only that nothing was found, without a warning about missing sources', async ({
  openAsk,
  page,
  panel,
}) => {
  await openAsk('answered-nothing');
  await panel.ask.box.fill('Who moved my cheese?');
  await panel.ask.box.press('Enter');
  await expect(page.getByText(en('ask_nothing'))).toBeVisible();
  await expect(panel.ask.noSources).toHaveCount(0);
});

test('asks on Enter, starts a new line on Shift+Enter, and sends only what was typed', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  const { box, turn, questions } = panel.ask;
  await openAsk('answered');
  await box.press('Enter');
  await box.pressSequentially('When did');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('it burn?');
  await page.keyboard.press('Enter');
  await expect(page.getByText(twoSources)).toBeVisible();
  await page.keyboard.type('And why?');
  await page.keyboard.press('Enter');
  await expect(turn('And why?')).toBeVisible();
  await expect
    .poll(() => background.inputs('ask.ask'))
    .toEqual([
      { askId: 'id-1', message: 'When did\nit burn?' },
      { askId: 'id-2', message: 'And why?' },
    ]);
  expect(await questions.allTextContents()).toEqual(['When did\nit burn?', 'And why?']);
});

test('clears the questions of one connection once another is in use', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  const { box, turn } = panel.ask;
  await openAsk('answered');
  await box.fill('When did it burn?');
  await page.keyboard.press('Enter');
  await expect(page.getByText(twoSources)).toBeVisible();
  await background.tell({ event: 'connection.status-changed', connection });
  await expect(turn('When did it burn?')).toBeVisible();
  await background.tell({
    event: 'connection.status-changed',
    connection: { ...keyConnectionStatus, connectionId: 'another' },
  });
  await expect(turn('When did it burn?')).toHaveCount(0);
});

test('announces an answer in a live region, and treats nothing in it as markup', async ({
  openAsk,
  page,
  panel,
}) => {
  const { box, outcome, turns } = panel.ask;
  await openAsk('answered-hostile');
  await box.fill('What?');
  await page.keyboard.press('Enter');
  await expect(outcome).toHaveAttribute('aria-live', 'polite');
  await expect(outcome.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect(turns.locator('a:not([href^="https:"]), script, img')).toHaveCount(0);
  await expect(outcome.getByText(en('ask_cut'))).toBeVisible();
});

test('shows each quote once, on the card of its source', async ({ openAsk, page, panel }) => {
  const { box, outcome, sources } = panel.ask;
  await openAsk('quotes');
  await box.fill('What burned?');
  await page.keyboard.press('Enter');
  const quote = 'The customs house burned in 1871';
  await expect(sources.locator('mark').first()).toContainText(quote);
  await expect(panel.ask.turns.getByText(quote)).toHaveCount(1);
  await expect(outcome).toHaveText(en('ask_quotes'));
});

test('goes from a citation to its source by keyboard', async ({ openAsk, page, panel }) => {
  const { box, outcome, sources } = panel.ask;
  await openAsk('markdown');
  await box.fill('What burned?');
  await page.keyboard.press('Enter');
  await expect(outcome.getByRole('listitem')).toHaveCount(2);
  await outcome
    .getByRole('button', { name: en('ask_cite', { number: '2' }) })
    .first()
    .press('Enter');
  await expect(sources.locator('> li').nth(1).locator('[data-hit]')).toBeFocused();
});

test('shows an answer as it is written, and keeps what there is when it fails', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  const { box, answer, stop, again } = panel.ask;
  const text = (askId: string, part: string) =>
    background.tell({ event: 'ask.text', askId, text: part });
  await openAsk('waiting');
  await box.fill('What?');
  await page.keyboard.press('Enter');
  await text('another', 'Not this.');
  await text('id-1', 'They **burned** wi');
  await text('id-1', 'th the house');
  await expect(answer).toHaveText('They burned with the house');
  await expect(answer.locator('strong')).toHaveText('burned');
  await stop.press('Enter');
  await expect(answer).toHaveText('They burned with the house');
  await expect.poll(() => background.inputs('ask.cancel')).toEqual([{ askId: 'id-1' }]);
  await again.press('Enter');
  await expect(answer).toHaveCount(0);
});

test('says that the model failed, and asks again on Retry', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  await openAsk('model-failed');
  await panel.ask.box.fill('What?');
  await page.keyboard.press('Enter');
  await expect(page.getByText(en('ask_modelFailed'))).toBeVisible();
  await panel.ask.again.press('Enter');
  await background.expectCalls('ask.ask', 2);
});

test('shows why a question waits, and cancels it on Stop', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  const { box, turns, waiting, waitingReason, waitingSeconds, stop, again } = panel.ask;
  const limit = en('errors_memory_rate_limited_title');
  await openAsk('waiting');
  await box.fill('What?');
  await page.keyboard.press('Enter');
  await expect(waiting).toBeVisible();
  const wait = { reason: 'rate-limit', until: galleryNow + 12_000 } as const;
  await background.tell({ event: 'call.waiting', callId: 'another', wait: { reason: 'turn' } });
  await background.tell({ event: 'call.waiting', callId: 'id-1', wait });
  await expect(waitingReason).toHaveText(new RegExp(`^${limit}\\. .* 12s\\.$`));
  // The elapsed time isn't shown next to the countdown.
  await expect(waitingSeconds).toHaveCount(0);
  await expect(waiting.getByRole('status')).toHaveText(limit);
  await background.tell({ event: 'call.waiting', callId: 'id-1', wait: null });
  await expect(waitingReason).toHaveCount(0);

  await stop.press('Enter');
  await expect(page.getByText(en('search_stopped_title'))).toBeVisible();
  await expect.poll(() => background.inputs('ask.cancel')).toEqual([{ askId: 'id-1' }]);
  await expect(box).toBeFocused();

  await again.press('Enter');
  await expect(waiting).toBeVisible();
  await expect(turns).toHaveCount(1);
  await expect
    .poll(() => background.lastInput('ask.ask'))
    .toEqual({
      askId: 'id-2',
      message: 'What?',
    });
});

test('copies an answer with its question and sources', async ({
  openAsk,
  page,
  panel,
  expectAnnounced,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsk('answered');
  await panel.ask.box.fill('What?');
  await page.keyboard.press('Enter');
  await panel.ask.copy.press('Enter');
  await expectAnnounced(en('common_copied'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^What\?\n\nThey burned[^]*1\. The long memory[^]* · Reading · https:/,
  );
});

test('links from a question that isn’t allowed to the settings, and shows its reference', async ({
  openAsk,
  page,
  panel,
  background,
}) => {
  await openAsk('withdrawn');
  await panel.ask.box.fill('What?');
  await page.keyboard.press('Enter');
  await expect(page.getByText(en('ask_noAccess'))).toBeVisible();
  await expect(
    page.getByText(en('common_reference', { traceId: 'tr_1b77e0c4f2' })).first(),
  ).toBeVisible();
  await panel.ask.openSettings.press('Enter');
  await expect.poll(() => background.inputs('openSettings')).toEqual(['connections']);
});
