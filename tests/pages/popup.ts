/** The popup, driven by tests. */
import type { Page } from '@playwright/test';
import { en, enStart } from '../english.ts';
import { suggestionsIn } from './side-panel.ts';

export function popupPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const selectionForm = page.getByRole('region', { name: en('preview_selection_title') });
  return {
    page,
    main: page.getByRole('main'),
    /** Announced to screen readers, but not visible. */
    announcements: page.locator('output'),

    settings: button(en('popup_settings')),
    openPanel: button(en('popup_openPanel')),
    setUp: button(en('common_setUp')),
    searchBox: page.getByRole('combobox', { name: en('popup_search') }),
    suggestions: suggestionsIn(page),

    save: button(en('popup_save')),
    saveVersion: button(en('preview_changed_save')),
    saveAgainAsVersion: button(en('preview_changed_save')),
    saveElsewhere: button(en('popup_saveElsewhere')),
    saveAddress: button(en('saves_actions_saveAddress')),
    retry: button(en('common_retry')),
    discard: button(en('saves_actions_discard')),
    undoDiscard: page.getByRole('button', {
      name: enStart('saves_of', { action: en('common_undo') }),
    }),
    allowSite: button(en('saves_actions_allowSite')),
    allowFiles: button(en('preview_allowFiles')),

    /** The heading of an outcome, such as “This page was not saved”. */
    outcome: (name: string | RegExp) => page.getByRole('heading', { name }),
    saved: page.getByRole('heading', { name: en('outbox_searchable') }),
    alreadySaved: page.getByRole('heading', { name: en('outbox_save_alreadySaved') }),
    notSaved: page.getByRole('heading', { name: en('outbox_notSaved') }),
    waiting: page.getByRole('heading', { name: en('outbox_waiting') }),

    /** Chooses what to save of the page. */
    parts: {
      whole: page.getByRole('radiogroup', { name: en('preview_part_label') }),
      article: page.getByRole('radio', { name: en('preview_part_article') }),
      page: page.getByRole('radio', { name: en('preview_part_page') }),
      selection: page.getByRole('radio', { name: en('preview_part_selection') }),
    },

    /** The preview of the page. Its parts have no roles. */
    preview: {
      card: page.locator('.page-card'),
      whole: page.locator('.page-preview'),
      trouble: page.locator('.page-preview-title'),
      facts: page.locator('.page-facts'),
      opening: page.locator('.page-opening'),
      readAll: button(en('preview_readAll')),
      readAgain: button(en('preview_readAgain')),
      editTitle: button(en('preview_editTitle')),
      title: page.getByRole('textbox', { name: en('saves_edit_name'), exact: true }),
      pageText: page.getByRole('region', { name: en('preview_wholeOf_page') }),
      selectionText: page.getByRole('region', { name: en('preview_selection_title') }),
      back: button(en('common_back')),
    },

    selection: {
      form: selectionForm,
      quote: selectionForm.locator('blockquote'),
      comment: selectionForm.getByRole('textbox', { name: en('preview_selection_comment') }),
      withSource: selectionForm.getByRole('checkbox', { name: en('preview_selection_withSource') }),
      showAll: selectionForm.getByRole('button', { name: en('preview_selection_showAll') }),
      keep: button(en('preview_selection_keep')),
      keepAgain: button(en('preview_selection_keepAgain')),
    },

    /** The Memory for a save: a combobox whose name ends with the chosen Memory. */
    memory: {
      picker: page.getByRole('combobox', { name: en('common_saveTo') }),
      chosen: (name: string) => page.getByRole('combobox', { name }),
      list: page.getByRole('listbox', { name: en('popup_chooseMemory') }),
      option: (name: string) => page.getByRole('option', { name, exact: true }),
      create: page.getByRole('option', { name: en('popup_newMemory') }),
      /** The colors beside the names in the list. */
      dots: page.getByRole('listbox').locator('.memory-dot'),
    },
    newMemory: {
      name: page.getByRole('textbox', { name: en('popup_newMemoryName') }),
      create: button(en('common_create')),
      cancel: button(en('common_cancel')),
    },

    note: {
      write: button(en('note_write')),
      goOn: button(en('note_continue')),
      text: page.getByRole('textbox', { name: en('search_yourNote') }),
      factText: page.getByRole('textbox', { name: en('note_fact_label') }),
      isFact: page.getByRole('switch', { name: en('note_isFact') }),
      keep: button(en('note_save')),
      addFact: button(en('note_add')),
      back: button(en('note_back')),
      undo: button(en('common_undo')),
      explanation: page.locator('.note-why'),
    },

    /** The line about highlighting on the site in the current tab. */
    site: {
      line: page.locator('.popup-site'),
      turnOn: button(en('highlights_site_turnOn')),
      turnOff: button(en('highlights_site_turnOff')),
      on: page.getByText(en('highlights_site_line_on')),
      off: page.getByText(en('highlights_site_line_off')),
    },

    progress: page.locator('.save-progress'),
    /** The line about a later failed attempt, below the successful save. */
    laterAttempt: page.locator('.save-later'),
    scrolled: page.locator('.popup-main'),
  };
}
