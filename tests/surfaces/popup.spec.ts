import { en, enParts, enPattern, enPlural } from '../english.ts';
import { states } from '../gallery/fixtures.ts';
import { expect, saveChanged, test } from './surface-test.ts';

const readingTime = en('preview_minutes', { count: 5 });
/** The input of a save without edits. */
const plainSave = {
  id: 'id-1',
  tabId: 7,
  memoryId: 'm1',
  previewId: 'preview-1',
  part: 'article',
  title: null,
  asVersion: false,
};

test.describe('saving the page', () => {
  test('saves on Enter alone, and follows the save until it is searchable', async ({
    open,
    page,
    popup,
    background,
    expectAnnounced,
  }) => {
    await open('popup/asking');
    await expect(page.getByText(readingTime)).toBeVisible();
    await page.keyboard.press('Enter');
    const work = page.locator('.save-progress');
    const saving = en('outbox_saving', { memory: 'Reading' });
    await expect(work).toHaveText(saving);
    await expect.poll(() => background.inputs('page.save')).toEqual([plainSave]);

    await background.tell(saveChanged(states.sending, 1));
    await expect(work).toHaveText(saving);
    await background.tell(saveChanged(states.learned, 3));
    await background.tell(saveChanged(states.learning, 2));
    await expect(popup.saved).toBeVisible();
    await expectAnnounced(en('outbox_searchable'));
  });

  test('retries a save without a response under the same id', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/save-unanswered');
    await expect(page.getByText(readingTime)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(en('errors_message_unanswered_title'))).toBeVisible();
    await expect(popup.save).toBeFocused();
    await page.keyboard.press('Enter');
    await background.expectCalls('page.save', 2);
    const [first, second] = await background.inputs('page.save');
    expect(second).toEqual(first);
  });

  test('saves on Enter before the page is read', async ({ open, page, popup, background }) => {
    await open('popup/preview-reading');
    await expect(popup.save).toBeFocused();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => background.inputs('page.save'))
      .toEqual([{ ...plainSave, previewId: null }]);
  });

  test('saves a changed page as a version on Enter alone', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/changed');
    await expect(page.getByText(enPattern('preview_savedOn'))).toHaveText(/^Saved \S+ \S+ ago\.$/);
    await expect(popup.saveVersion).toBeFocused();
    await page.keyboard.press('Enter');
    const [saved] = await background.made('page.save');
    expect(saved).toMatchObject({ previewId: 'preview-1', asVersion: true });
    await expect(popup.outcome(en('outbox_saving', { memory: 'Reading' }))).toBeVisible();
  });

  test('saves a page again as a version by keyboard', async ({ open, page, popup, background }) => {
    await open('popup/unchanged');
    await expect(popup.alreadySaved).toBeVisible();
    await expect(page.getByText(readingTime)).toBeVisible();
    await popup.saveElsewhere.focus();
    await page.keyboard.press('Tab');
    await expect(popup.saveAgainAsVersion).toBeFocused();
    await page.keyboard.press('Enter');
    const [saved] = await background.made('page.save');
    expect(saved).toMatchObject({ memoryId: 'm1', previewId: 'preview-1', asVersion: true });
  });

  test('shows why a later attempt failed, and what to do, without scrolling', async ({
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

  test('doesn’t show what another connection has as saved in a read-only one', async ({
    open,
    page,
    popup,
  }) => {
    await open('popup/saved-in-another-connection');
    await expect(popup.main.getByText(en('connection_readOnly_title'))).toBeVisible();
    await expect(popup.alreadySaved).toHaveCount(0);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });

  test('shows and announces each failed retry', async ({ open, page, popup, expectAnnounced }) => {
    const tried = (count: number) =>
      page.getByRole('paragraph').filter({ hasText: enPlural(count, 'outbox_save_tried') });
    await open('popup/tried-again');
    await popup.retry.press('Enter');
    await expect(tried(1)).toBeVisible();
    await popup.retry.press('Enter');
    await expect(tried(2)).toBeVisible();
    await expectAnnounced(enPlural(2, 'outbox_save_tried'));
  });

  test('restores a discarded save in the popup with the same words', async ({
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
    await expect.poll(() => background.inputs('outbox.restore')).toEqual([{ id: 'save-1' }]);
    await expect(page.getByText(discarded)).toHaveCount(0);
  });
});

test.describe('reading the page', () => {
  test('reports that a page takes long to read', async ({ open, page }) => {
    await open('popup/preview-reading');
    await expect(page.getByText(en('outbox_steps_read_now'))).toBeVisible();
  });

  test('moves nothing when the preview arrives', async ({ open, page, popup }) => {
    await open('popup/preview-late');
    const before = await popup.save.boundingBox();
    await expect(page.getByText(readingTime)).toBeVisible();
    expect(await popup.save.boundingBox()).toEqual(before);
  });

  test('keeps Save in place when lines about the site and other pages arrive', async ({
    open,
    page,
    popup,
  }) => {
    await open('popup/ready');
    await expect(page.getByText(readingTime)).toBeVisible();
    const before = await popup.save.boundingBox();
    await open('popup/ready-with-lines');
    await expect(page.locator('[data-act="site"]')).toBeVisible();
    await expect(page.getByText(enPlural(1, 'outbox_highlight_kept'))).toBeVisible();
    await expect(page.locator('.learned-notice-line')).toBeVisible();
    expect(await popup.save.boundingBox()).toEqual(before);
  });

  test('edits the title in place; Escape and an empty title restore the original', async ({
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
    const [saved] = await background.made('page.save');
    expect(saved).toMatchObject({ title: 'Ports' });
  });

  test('opens the whole text on its own screen, and returns on Escape', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/preview-text');
    await popup.preview.readAll.press('Enter');
    await expect(popup.preview.pageText).toBeFocused();
    await expect(
      page.getByRole('heading', { name: 'The long memory of harbours', level: 3 }),
    ).toBeVisible();
    await expect
      .poll(() => background.inputs('preview.text'))
      .toEqual([{ id: 'preview-1', part: 'page' }]);
    await page.keyboard.press('Escape');
    await expect(popup.preview.readAll).toBeFocused();
  });

  test('reads the page again on request', async ({ open, popup, background }) => {
    await open('popup/preview-no-text');
    await popup.preview.readAgain.press('Enter');
    await background.expectCalls('preview.take', 2);
  });

  test('shows each failed reread, and keeps focus', async ({ open, page, popup }) => {
    await open('popup/preview-no-text');
    await popup.preview.readAgain.press('Enter');
    await expect(page.getByText(enPlural(1, 'outbox_save_tried'))).toBeVisible();
    await expect(popup.preview.readAgain).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(enPlural(2, 'outbox_save_tried'))).toBeVisible();
  });
});

test.describe('saving only the address', () => {
  test('saves the address of a page that could not be read, after the browser asked', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/preview-no-text');
    await popup.saveAddress.press('Enter');
    await background.expectCalls('link.save', 1);
    await expect.poll(() => background.inputs('requestOrigins')).toHaveLength(1);
    const [saved] = await background.made('link.save');
    expect(saved).toMatchObject({
      url: expect.stringMatching(/^https:/),
      memoryId: 'm1',
      tabId: 7,
    });
  });

  test('replaces an unreadable page with its address, and requests access in the same key press', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/unread');
    await popup.saveAddress.press('Enter');
    await expect(popup.outcome(en('outbox_saving', { memory: 'Reading' }))).toBeVisible();
    await background.expectCalls('outbox.discard', 1);
    await expect.poll(() => background.inputs('requestOrigins')).toHaveLength(1);
    await expect.poll(() => background.inputs('outbox.discard')).toEqual([{ id: 'save-1' }]);
    const calls = await background.calls('requestOrigins', 'link.save', 'outbox.discard');
    expect(calls.map(({ name }) => name)).toEqual([
      'requestOrigins',
      'link.save',
      'outbox.discard',
    ]);
  });

  test('explains why the address of an unreadable file can’t be saved', async ({
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

  test('continues a link that waits for access to its site once access is granted', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/link-waits');
    await popup.allowSite.press('Enter');
    await expect(popup.outcome(en('outbox_saving', { memory: 'Reading' }))).toBeVisible();
    await expect.poll(() => background.inputs('requestOrigins')).toHaveLength(1);
    await expect
      .poll(() => background.inputs('outbox.retry'))
      .toEqual([{ id: 'save-1', tabId: null }]);
  });

  test('offers only the address of a page that could not be read', async ({ open, popup }) => {
    await open('popup/preview-no-text');
    await expect(popup.saveAddress).toBeFocused();
    await expect(popup.save).toHaveCount(0);
  });
});

test.describe('the selection', () => {
  test('puts a selection on a changed page first, then the version', async ({
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
    await expect.poll(() => background.inputs('selection.save')).toHaveLength(1);
    expect(await background.inputs('page.save')).toEqual([]);
    await expect(popup.saveVersion).toBeFocused();
  });

  test('puts a selection first, saves it with a comment, and then offers the page', async ({
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
    await expect
      .poll(() => background.inputs('selection.save'))
      .toEqual([
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

  test('saves words that were saved before only after a confirmation', async ({
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
    await expect
      .poll(() => background.inputs('selection.save'))
      .toEqual([
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

  test('keeps the comment while the whole selection is shown', async ({ open, page, popup }) => {
    await open('popup/selection-long');
    await popup.selection.comment.fill('Ask Ada.');
    await popup.selection.showAll.press('Enter');
    await expect(popup.preview.selectionText).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popup.selection.comment).toHaveValue('Ask Ada.');
  });

  test('saves the page instead, and keeps the comment meanwhile', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/selection-or-page');
    await expect(popup.parts.selection).toBeChecked();
    await popup.selection.comment.fill('Ask Ada.');
    await popup.parts.page.check();
    await expect(popup.selection.form).toHaveCount(0);
    await expect(popup.preview.opening).toBeVisible();
    await popup.parts.selection.check();
    await expect(popup.selection.comment).toHaveValue('Ask Ada.');
    expect(await background.inputs('preview.choose-part')).toEqual([{ tabId: 7, part: 'page' }]);

    await popup.parts.page.check();
    await page.keyboard.press('Enter');
    const [saved] = await background.made('page.save');
    expect(saved).toMatchObject({ part: 'page' });
    expect(await background.inputs('selection.save')).toEqual([]);
  });
});

test.describe('what to save of the page', () => {
  test('switches by keyboard, reads that part, and saves it on Enter', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/preview-choosing');
    await expect(page.getByText(readingTime)).toBeVisible();
    await expect(popup.parts.whole.getByRole('radio')).toHaveCount(2);
    await expect(popup.parts.article).toBeChecked();
    await popup.parts.article.focus();
    await page.keyboard.press('ArrowRight');
    await expect(popup.parts.page).toBeChecked();
    await expect(popup.parts.page).toBeFocused();
    await expect(popup.preview.facts).toContainText(en('preview_part_page'));
    await expect(popup.preview.opening).toContainText('Essays Letters Archive');
    expect(await background.inputs('preview.take')).toEqual([
      { tabId: 7, part: 'article' },
      { tabId: 7, part: 'page' },
    ]);
    expect(await background.inputs('preview.choose-part')).toEqual([{ tabId: 7, part: 'page' }]);

    await page.keyboard.press('Enter');
    await expect
      .poll(() => background.inputs('page.save'))
      .toEqual([{ ...plainSave, previewId: 'preview-2', part: 'page' }]);
  });

  test('saves the chosen part even if it isn’t read yet', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/preview-switching');
    await expect(page.getByText(readingTime)).toBeVisible();
    await popup.parts.page.check();
    await expect(popup.preview.card).toContainText('The long memory of harbours');
    await popup.save.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => background.inputs('page.save'))
      .toEqual([{ ...plainSave, previewId: null, part: 'page' }]);
  });

  test('starts with what was chosen on this site', async ({ open, popup, background }) => {
    await open('popup/preview-whole-page');
    await expect(popup.parts.page).toBeChecked();
    await expect(popup.preview.facts).toContainText(en('preview_part_page'));
    expect(await background.inputs('preview.take')).toEqual([{ tabId: 7, part: 'page' }]);
    expect(await background.inputs('preview.choose-part')).toEqual([]);
  });

  test('says that the visible text is saved if there is no article', async ({
    open,
    page,
    popup,
    expectAnnounced,
  }) => {
    await open('popup/preview-no-article');
    await expect(
      page.getByRole('paragraph').filter({ hasText: en('preview_noArticle') }),
    ).toBeVisible();
    await expect(popup.parts.article).toBeChecked();
    await expectAnnounced(en('preview_noArticle'));
  });

  test('offers no choice for a PDF', async ({ open, popup }) => {
    await open('popup/preview-pdf');
    await expect(popup.preview.facts).toContainText(enPlural(12, 'preview_pages'));
    await expect(popup.parts.whole).toHaveCount(0);
  });

  test('offers the article of a page that is too large as a whole', async ({
    open,
    popup,
    background,
  }) => {
    await open('popup/preview-whole-too-large');
    await expect(popup.preview.trouble).toBeVisible();
    await popup.parts.article.check();
    await expect
      .poll(() => background.lastInput('preview.take'))
      .toEqual({ tabId: 7, part: 'article' });
  });

  test('doesn’t call a page changed if only another part of it was saved', async ({
    open,
    page,
    popup,
  }) => {
    await open('popup/preview-other-part');
    await expect(popup.preview.facts).toContainText(en('preview_part_page'));
    await expect(popup.alreadySaved).toBeVisible();
    await expect(page.getByText(en('preview_changed_title'))).toHaveCount(0);
    await popup.saveElsewhere.press('Enter');
    await expect(popup.parts.page).toBeChecked();
  });
});

test.describe('choosing a Memory', () => {
  test('picks a Memory by keyboard and remembers it', async ({ open, page, popup, background }) => {
    await open('popup/picker');
    await expect(popup.save).toBeFocused();
    await popup.memory.picker.press('ArrowDown');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect(popup.memory.chosen('Recipes')).toBeVisible();
    await expect.poll(() => background.inputs('memories.choose')).toEqual([{ id: 'm3' }]);
  });

  test('gives different hues to Memories whose names map to the same one', async ({
    open,
    popup,
  }) => {
    await open('popup/picker-hues');
    await expect(popup.save).toBeFocused();
    await popup.memory.picker.press('ArrowDown');
    await expect(popup.memory.dots).toHaveCount(4);
    const hues = await popup.memory.dots.evaluateAll((dots) =>
      dots.map((dot) => getComputedStyle(dot).backgroundColor),
    );
    expect(new Set(hues).size).toBe(4);
  });

  test('uses a connection with one click if none is in use', async ({ open, page, background }) => {
    await open('popup/connection-none-in-use');
    await expect(page.getByText(en('connections_noneInUse_title'))).toBeVisible();
    await page
      .getByRole('button', { name: enPattern('connections_useNamed') })
      .filter({ hasText: 'club.example' })
      .press('Enter');
    await expect
      .poll(() => background.inputs('connections.choose'))
      .toEqual([{ connectionId: 'club' }]);
  });
});

test.describe('writing a note', () => {
  for (const press of ['Enter', 'click'] as const) {
    test(`keeps what is typed right after the ${press}`, async ({
      open,
      page,
      popup,
      background,
    }) => {
      await open('popup/note-slow');
      await (press === 'click' ? popup.note.write.click() : popup.note.write.press(press));
      await page.keyboard.type('I am abc');
      expect(await popup.note.text.inputValue()).toBe('I am abc');

      await background.release('notes.draft');
      await expect(popup.note.keep).toBeEnabled();
      await page.keyboard.type('def');
      await expect(popup.note.text).toHaveValue('I am abcdef');
      await expect
        .poll(() => background.lastInput('notes.save-draft'))
        .toMatchObject({ draft: { content: 'I am abcdef' } });
    });
  }

  test('adds the stored draft above what was typed meanwhile', async ({
    open,
    page,
    popup,
    background,
  }) => {
    await open('popup/note-slow-draft');
    await popup.note.write.click();
    await page.keyboard.type('So is Ines');
    await expect(popup.note.text).toHaveValue('So is Ines');
    await background.release('notes.draft');
    const both = 'I am allergic to hazelnuts.\nSo is Ines';
    await expect(popup.note.factText).toHaveValue(both);
    await page.keyboard.type('.');
    await expect(popup.note.factText).toHaveValue(`${both}.`);
    await expect
      .poll(() => background.lastInput('notes.save-draft'))
      .toMatchObject({ draft: { content: `${both}.`, isFact: true } });
  });
});

test.describe('searching from the popup', () => {
  test('opens the side panel in the key press itself and hands over the search', async ({
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

  test('keeps focus in the search box while someone types', async ({ open, page, popup }) => {
    await open('popup/ready-late');
    await popup.searchBox.pressSequentially('har');
    await expect(popup.save).toBeVisible();
    await page.keyboard.type('bour');
    await expect(popup.searchBox).toHaveValue('harbour');
  });
});

test('shows no card for a page that the browser doesn’t name', async ({ open, page }) => {
  await open('popup/obstacle-unknown');
  await expect(page.getByText(en('saves_untitled'))).toHaveCount(0);
  await expect(page.locator('.page-card')).toHaveCount(0);
  await expect(page.locator('.notice')).toBeVisible();
});
