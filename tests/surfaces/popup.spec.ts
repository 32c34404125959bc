import { en, enParts, enPattern, enPlural } from '../english.ts';
import { states } from '../gallery/fixtures.ts';
import { expect, saveChanged, test } from './surface-test.ts';

const readingTime = en('preview_minutes', { count: 5 });
/** What is asked of the background for a save with nothing changed. */
const plainSave = {
  id: 'id-1',
  tabId: 7,
  memoryId: 'm1',
  previewId: 'preview-1',
  title: null,
  asVersion: false,
};

test.describe('saving the page', () => {
  test('Enter alone saves, and the save is followed until it is searchable', async ({
    open,
    page,
    popup,
    background,
    expectAnnounced,
  }) => {
    await open('popup/asking');
    await expect(page.getByText(readingTime)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(en('outbox_steps_read_now'))).toBeVisible();
    expect(await background.inputs('page.save')).toEqual([plainSave]);

    await background.tell(saveChanged(states.sending, 1));
    await expect(page.getByText(en('outbox_steps_sent_now'))).toBeVisible();
    await background.tell(saveChanged(states.learned, 3));
    await background.tell(saveChanged(states.learning, 2));
    await expect(popup.saved).toBeVisible();
    await expectAnnounced(en('outbox_searchable'));
  });

  test('a save that got no answer is retried under the same id', async ({
    open,
    page,
    background,
  }) => {
    await open('popup/save-unanswered');
    await expect(page.getByText(readingTime)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(en('errors_message_unanswered_title'))).toBeVisible();
    await page.keyboard.press('Enter');
    await background.expectCalls('page.save', 2);
    const [first, second] = await background.inputs('page.save');
    expect(second).toEqual(first);
  });

  test('Enter saves before the page is read', async ({ open, page, popup, background }) => {
    await open('popup/preview-reading');
    await expect(popup.save).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await background.inputs('page.save')).toEqual([{ ...plainSave, previewId: null }]);
  });

  test('a changed page is saved as a version by Enter alone', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/changed');
    await expect(page.getByText(enPattern('preview_savedOn'))).toHaveText(/2026\.$/);
    await expect(popup.saveVersion).toBeFocused();
    await page.keyboard.press('Enter');
    const [saved] = await background.inputs('page.save');
    expect(saved).toMatchObject({ previewId: 'preview-1', asVersion: true });
    await expect(popup.outcome(en('outbox_saving', { memory: 'Reading' }))).toBeVisible();
  });

  test('a page that is already saved can be saved again as a version by keyboard', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/unchanged');
    await expect(popup.alreadySaved).toBeVisible();
    await expect(page.getByText(readingTime)).toBeVisible();
    await popup.saveElsewhere.focus();
    await page.keyboard.press('Tab');
    await expect(popup.saveAgainAsVersion).toBeFocused();
    await page.keyboard.press('Enter');
    const [saved] = await background.inputs('page.save');
    expect(saved).toMatchObject({ memoryId: 'm1', previewId: 'preview-1', asVersion: true });
  });

  test('why a later attempt failed, and what to do about it, is visible without scrolling', async ({
    open,
    page,
    popup,
  }) => {
    await page.setViewportSize({ width: 380, height: 576 });
    for (const language of ['en', 'de', 'ar']) {
      for (const refused of ['refused', 'refused-by-service', 'refused-at-length']) {
        await open(`popup/saved-then-${refused}`, { language });
        await expect(popup.site.line).toBeVisible();
        const later = await popup.laterAttempt.boundingBox();
        const seen = await popup.scrolled.boundingBox();
        const [bottom, fold] = [later, seen].map((box) => (box?.y ?? NaN) + (box?.height ?? NaN));
        expect(bottom, `${refused} in ${language}`).toBeLessThanOrEqual(fold ?? NaN);
      }
    }
  });

  test('pages saved with another connection are neither looked for here nor read when saving is off', async ({
    open,
    page,
    popup,
  }) => {
    await open('popup/saved-in-another-connection');
    await expect(popup.alreadySaved).toBeVisible();
    const [start = ''] = en('saves_elsewhere').split(',');
    await expect(popup.main.getByText(new RegExp(`^${start}`))).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });

  test('retrying a save in vain is shown and announced each time', async ({
    open,
    page,
    popup,
    expectAnnounced,
  }) => {
    const tried = (count: number) =>
      page.getByRole('paragraph').filter({ hasText: enPlural(count, 'outbox_save_tried') });
    await open('popup/tried-again');
    await popup.retry.press('Enter');
    await expect(tried(1)).toBeVisible();
    await popup.retry.press('Enter');
    await expect(tried(2)).toBeVisible();
    await expectAnnounced(enPlural(2, 'outbox_save_tried'));
  });

  test('a discarded save can be restored in the popup too, with the same words', async ({
    open,
    page,
    popup,
    background,
    expectAnnounced,
  }) => {
    const [discarded = ''] = enParts('saves_undo_one');
    await open('popup/discarded');
    await popup.discard.press('Enter');
    await expect(popup.save).toBeVisible();
    await expectAnnounced(discarded);
    await popup.undoDiscard.press('Enter');
    await expect(popup.notSaved).toBeVisible();
    expect(await background.inputs('outbox.restore')).toEqual([{ id: 'save-1' }]);
    await expect(page.getByText(discarded)).toHaveCount(0);
  });
});

test.describe('reading the page', () => {
  test('a page that takes long to read says so', async ({ open, page }) => {
    await open('popup/preview-reading');
    await expect(page.getByText(en('outbox_steps_read_now'))).toBeVisible();
  });

  test('nothing moves when the preview arrives', async ({ open, page, popup }) => {
    await open('popup/preview-late');
    const before = await popup.save.boundingBox();
    await expect(page.getByText(readingTime)).toBeVisible();
    expect(await popup.save.boundingBox()).toEqual(before);
  });

  test('the title can be edited in place; Escape and an empty title restore the original', async ({
    open,
    page,
    popup,
    background,
  }) => {
    const heading = (name: string | RegExp) => page.getByRole('heading', { name });
    await open('popup/asking');
    await expect(page.getByText(readingTime)).toBeVisible();
    await popup.preview.editTitle.press('Enter');
    await page.keyboard.type('Ports');
    await page.keyboard.press('Escape');
    await expect(popup.preview.editTitle).toBeFocused();
    await expect(heading(/^The long memory/)).toBeVisible();

    await popup.preview.editTitle.press('Enter');
    await page.keyboard.type('What  harbours remember');
    await page.keyboard.press('Enter');
    await expect(heading('What harbours remember')).toBeVisible();
    await popup.preview.editTitle.press('Enter');
    await popup.preview.title.fill(' ');
    await page.keyboard.press('Enter');
    await expect(heading(/^The long memory/)).toBeVisible();

    await popup.preview.editTitle.press('Enter');
    await page.keyboard.type('Ports');
    await popup.save.click();
    const [saved] = await background.inputs('page.save');
    expect(saved).toMatchObject({ title: 'Ports' });
  });

  test('the whole text opens on its own screen, and Escape leads back', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/preview-text');
    await popup.preview.readAll.press('Enter');
    await expect(popup.preview.pageText).toBeFocused();
    await expect(page.getByText('# The long memory of harbours')).toBeVisible();
    expect(await background.inputs('preview.text')).toEqual([{ id: 'preview-1', part: 'page' }]);
    await page.keyboard.press('Escape');
    await expect(popup.preview.readAll).toBeFocused();
  });

  test('the page is read again on request', async ({ open, popup, background }) => {
    await open('popup/preview-no-text');
    await popup.preview.readAgain.press('Enter');
    await background.expectCalls('preview.take', 2);
  });

  test('reading again in vain is shown each time and keeps the focus', async ({
    open,
    page,
    popup,
  }) => {
    await open('popup/preview-no-text');
    await popup.preview.readAgain.press('Enter');
    await expect(page.getByText(enPlural(1, 'outbox_save_tried'))).toBeVisible();
    await expect(popup.preview.readAgain).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(enPlural(2, 'outbox_save_tried'))).toBeVisible();
  });
});

test.describe('saving only the address', () => {
  test('a page that could not be read can be saved by its address, after the browser asked', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/preview-no-text');
    await popup.saveAddress.press('Enter');
    await background.expectCalls('link.save', 1);
    expect(await background.inputs('requestOrigins')).toHaveLength(1);
    const [saved] = await background.inputs('link.save');
    expect(saved).toMatchObject({
      url: expect.stringMatching(/^https:/),
      memoryId: 'm1',
      tabId: 7,
    });
  });

  test('a save whose page could not be read is replaced by its address, with access requested in the same key press', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/unread');
    await popup.saveAddress.press('Enter');
    await expect(popup.outcome(en('outbox_saving', { memory: 'Reading' }))).toBeVisible();
    await background.expectCalls('outbox.discard', 1);
    expect(await background.inputs('requestOrigins')).toHaveLength(1);
    expect(await background.inputs('outbox.discard')).toEqual([{ id: 'save-1' }]);
    const calls = await background.calls('requestOrigins', 'link.save', 'outbox.discard');
    expect(calls.map(({ name }) => name)).toEqual([
      'requestOrigins',
      'link.save',
      'outbox.discard',
    ]);
  });

  test('a file that could not be read says why its address can’t be saved', async ({
    open,
    page,
    popup,
  }) => {
    await open('popup/unread-file');
    await expect(
      page.getByRole('paragraph').filter({ hasText: en('preview_notWebAddress') }),
    ).toBeVisible();
    await expect(popup.saveAddress).toHaveCount(0);
  });

  test('a link that waits for access to its site continues once access is granted', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/link-waits');
    await popup.allowSite.press('Enter');
    await expect(popup.outcome(en('outbox_saving', { memory: 'Reading' }))).toBeVisible();
    expect(await background.inputs('requestOrigins')).toHaveLength(1);
    expect(await background.inputs('outbox.retry')).toEqual([{ id: 'save-1', tabId: null }]);
  });

  test('a page that could not be read offers only its address', async ({ open, popup }) => {
    await open('popup/preview-no-text');
    await expect(popup.saveAddress).toBeFocused();
    await expect(popup.save).toHaveCount(0);
  });
});

test.describe('the selection', () => {
  test('a selection on a changed page comes first, and then the version', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/changed-selection');
    await expect(popup.saveVersion).toBeVisible();
    await expect(popup.selection.keep).toBeFocused();
    expect((await popup.selection.quote.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await background.inputs('selection.save')).toHaveLength(1);
    expect(await background.inputs('page.save')).toEqual([]);
    await expect(popup.saveVersion).toBeFocused();
  });

  test('a selection comes first; it is kept with a comment, and the page is next', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/selection-kept');
    await expect(popup.selection.keep).toBeFocused();
    await popup.selection.comment.fill('Ask Ada.');
    await popup.selection.withSource.check();
    await popup.memory.chosen('Reading').press('ArrowDown');
    await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    await popup.selection.keep.press('Enter');
    expect(await background.inputs('selection.save')).toEqual([
      {
        id: 'id-1',
        previewId: 'preview-1',
        memoryId: 'm2',
        comment: 'Ask Ada.',
        withSource: true,
        again: false,
      },
    ]);
    await expect(page.getByText(en('preview_selection_kept', { memory: 'Work' }))).toBeAttached();
    await expect(popup.save).toBeFocused();
  });

  test('words that were kept before are kept again only when the person insists', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/selection-again');
    await expect(page.getByText(en('errors_selection_kept_title'))).toBeVisible();
    await expect(popup.save).toBeFocused();
    await expect(popup.selection.keep).toHaveCount(0);
    await popup.selection.keepAgain.press('Enter');
    await expect(popup.selection.comment).toBeVisible();
    expect(await background.inputs('selection.save')).toEqual([]);
    await expect(popup.selection.keepAgain).toBeFocused();
    await popup.selection.keepAgain.press('Enter');
    await expect(
      page.getByText(en('preview_selection_kept', { memory: 'Reading' })),
    ).toBeAttached();
    expect(await background.inputs('selection.save')).toEqual([
      {
        id: 'id-1',
        previewId: 'preview-1',
        memoryId: 'm1',
        comment: null,
        withSource: false,
        again: true,
      },
    ]);
  });

  test('the comment survives a look at the whole selection', async ({ open, page, popup }) => {
    await open('popup/selection-long');
    await popup.selection.comment.fill('Ask Ada.');
    await popup.selection.showAll.press('Enter');
    await expect(popup.preview.selectionText).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(popup.selection.comment).toHaveValue('Ask Ada.');
  });

  test('the page can be saved from its own card while there is a selection', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/selection');
    await popup.save.press('Enter');
    const [saved] = await background.inputs('page.save');
    expect(saved).toMatchObject({ previewId: 'preview-1' });
  });
});

test.describe('choosing a Memory', () => {
  test('a Memory is picked by keyboard and remembered', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/picker');
    await popup.memory.picker.press('ArrowDown');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(popup.memory.chosen('Recipes')).toBeVisible();
    expect(await background.inputs('memories.choose')).toEqual([{ id: 'm3' }]);
  });

  test('Memories whose names lead to the same hue get different ones', async ({ open, popup }) => {
    await open('popup/picker-hues');
    await popup.memory.picker.press('ArrowDown');
    const hues = await popup.memory.dots.evaluateAll((dots) =>
      dots.map((dot) => getComputedStyle(dot).backgroundColor),
    );
    expect(hues).toHaveLength(4);
    expect(new Set(hues).size).toBe(4);
  });

  test('with connections but none in use, one click uses one', async ({
    open,
    page,
    background,
  }) => {
    await open('popup/home-none-in-use');
    await expect(page.getByText(en('connections_noneInUse_title'))).toBeVisible();
    await page
      .getByRole('button', { name: enPattern('connections_useNamed') })
      .filter({ hasText: 'club.example' })
      .press('Enter');
    expect(await background.inputs('connections.choose')).toEqual([{ connectionId: 'club' }]);
  });
});

test.describe('searching from the popup', () => {
  test('the search opens the side panel in the key press itself and hands over', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/ready');
    await expect(popup.save).toBeVisible();
    await popup.searchBox.fill('  harbour ');
    await page.keyboard.press('Enter');
    await background.expectCalls('closeWindow', 1);
    expect(await background.calls('offerQuery', 'openSidePanel', 'closeWindow')).toEqual([
      { name: 'offerQuery', input: { windowId: 1, q: 'harbour' } },
      { name: 'openSidePanel', input: 1 },
      { name: 'closeWindow' },
    ]);
  });

  test('the focus stays in the search box while someone types', async ({ open, page, popup }) => {
    await open('popup/ready-late');
    await popup.searchBox.pressSequentially('har');
    await expect(popup.save).toBeVisible();
    await page.keyboard.type('bour');
    await expect(popup.searchBox).toHaveValue('harbour');
  });
});
