/** The side panel, driven by tests: its navigation, and each view as an object. */
import { type Locator, type Page } from '@playwright/test';
import type { TextKey } from '../../lib/i18n/i18n.ts';
import { mostSavedSearches } from '../../lib/search/model.ts';
import { en, enAnyCount, enPattern, enPlural, enStart } from '../english.ts';

export type PanelView = 'search' | 'ask' | 'profile' | 'library' | 'highlights';

type Suffix<Prefix extends string> = TextKey extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never;
export type SaveAction = Suffix<'saves_actions_'> | 'retry';
const factActions = {
  again: en('common_retry'),
  discard: en('common_discard'),
  dismiss: en('common_close'),
  edit: en('common_edit'),
  giveUp: en('common_cancel'),
  look: en('note_facts_look'),
} as const;
export type BatchAction = 'cancel' | 'dismiss' | 'pause' | 'resume';

export function sidePanelPage(page: Page) {
  const navigation = page.getByRole('navigation', { name: en('manifest_name') });
  const navButton = (view: PanelView) =>
    navigation.getByRole('button', { name: enStart(`panel_views_${view}`) });
  return {
    page,
    navigation,
    /** The button of a view. The Library button also shows how many saves need attention. */
    navButton,
    /** The button of the current view. */
    current: navigation.locator('[aria-current="page"]'),
    open: (view: PanelView) => navButton(view).click(),
    openByKey: (view: PanelView) => navButton(view).press('Enter'),
    /** The contents of a view; `shown` leaves out views in the background. */
    shown: (view: PanelView) => page.locator(`.panel-view[data-view="${view}"]:not([inert])`),
    setUp: page.getByRole('button', { name: en('common_setUp') }),
    announcements: page.locator('output'),
    /** The button that undoes the last deletion. */
    undo: page.locator('.undo-line').getByRole('button', { name: en('common_undo') }),
    /** The notice about pages that became searchable. */
    learned: {
      notice: page.locator('.learned-notice'),
      close: page.locator('.learned-notice').getByRole('button', { name: en('common_close') }),
    },
    search: searchView(page),
    ask: askView(page),
    profile: profileView(page),
    library: libraryView(page),
    saves: savesList(page),
    documents: documentsList(page),
    highlights: highlightsList(page),
    batch: batchView(page),
  };
}

function searchView(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const banner = page.getByRole('region', { name: en('search_about_action') });
  const history = page.getByRole('region', { name: en('search_history_title') });
  const chips = page.getByRole('list', { name: en('search_chips_label') });
  const saved = page.getByRole('region', { name: en('search_saved_title') });
  return {
    box: page.getByRole('combobox', { name: en('search_search') }),
    suggestions: suggestionsIn(page),
    corrections: {
      text: page.locator('.search-corrected'),
      searchInstead: (...typed: string[]) =>
        button(en('search_instead', { words: typed.map((word) => `“${word}”`).join(' and ') })),
    },
    chips: {
      list: chips,
      all: chips.getByRole('button'),
      /** Removes a filter from the query, by the text of its chip. */
      remove: (filter: string) => button(en('search_chips_remove', { filter })),
    },
    memories: page.getByRole('radiogroup', { name: en('search_filter_label') }),
    memory: (name: string) => page.getByRole('radio', { name, exact: true }),
    allMemories: page.getByRole('radio', { name: en('search_filter_all'), exact: true }),
    searchAll: button(en('search_empty_widen')),
    idle: page.getByRole('heading', { name: en('search_idle_title') }),
    retry: button(en('common_retry')),

    list: page.getByRole('list', { name: en('search_results') }),
    results: page.getByRole('article'),
    /** Elements that open a result: its title, or the button below a further passage. */
    openers: page.locator('[data-hit]'),
    /** Opens a result by its title. */
    opener: (result: Locator) => result.getByRole('heading').getByRole('button'),
    passages: page.locator('.passage'),
    /** The name of the Memory on a result, drawn as a chip. */
    memoryChips: page.locator('.memory-chip'),
    morePassages: (count: number) => button(enPlural(count, 'search_group_page')),
    furtherPassages: page.locator('.further-passage'),
    /** Expands a result with a longer passage. */
    showMore: button(en('common_showMore')),
    showLess: button(en('common_showLess')),
    /** Shows more pages and notes below the list. */
    moreResults: button(en('search_showMore')),
    openHere: button(en('search_group_open')),
    copyQuote: button(en('search_quote_copy')),
    quoteCopied: button(en('common_copied')),
    count: (count: number) =>
      page.getByRole('banner').getByText(enPlural(count, 'search_found'), { exact: true }),
    stillIndexing: (count: number) => page.getByText(enPlural(count, 'search_stillLearning')),

    about: {
      banner,
      ask: page.getByRole('button', { name: enStart('search_about_action') }),
      close: banner.getByRole('button', { name: en('search_about_close') }),
    },
    history: {
      list: history,
      /** Earlier searches; a click runs one again. */
      entries: history.locator('.search-history-use'),
      entry: (q: string) => button(q),
      remove: (q: string) => button(en('search_history_remove', { q })),
      clear: button(en('search_history_clear')),
      undo: button(en('common_undo')),
      undoLine: page.locator('.search-history-undo'),
      remember: page.getByRole('switch', { name: enStart('search_history_remember') }),
    },
    saved: {
      list: saved,
      entries: saved.locator('.search-history-use'),
      /** Saves an entry of the history, or the search whose results are shown. */
      save: (q: string) => button(en('search_saved_save', { q })),
      anySave: page.getByRole('button', { name: enStart('search_saved_save') }),
      unsave: (q: string) => button(en('search_saved_unsave', { q })),
      /** Takes the place of `save` when no more searches can be saved. */
      full: button(en('search_saved_full', { count: mostSavedSearches })),
    },
  };
}

/** Returns locators for the suggestions below the search box, or above it in the popup. */
export function suggestionsIn(page: Page) {
  const list = page.getByRole('listbox', { name: en('search_suggestions') });
  return {
    list,
    options: list.getByRole('option'),
    /** The names of the options, without the text they insert. */
    names: list.locator('.query-suggestion-name'),
    option: (name: string) => list.getByRole('option', { name }),
    /** The option that Enter or Tab accepts. */
    active: list.getByRole('option', { selected: true }),
  };
}

function askView(page: Page) {
  // A source within a turn is an article too.
  const turns = page.getByRole('list', { name: en('ask_questions') }).locator('> li');
  return {
    box: page.getByRole('textbox', { name: en('ask_ask') }),
    send: page.getByRole('button', { name: en('ask_send'), exact: true }),
    /** The explanation shown before the first question. */
    intro: page.locator('.ask-idle'),
    turns,
    /** A question and its outcome. */
    turn: (question: string) => page.getByRole('article', { name: question }),
    questions: turns.locator('.ask-question'),
    outcome: page.locator('.ask-outcome'),
    answer: page.locator('.ask-answer'),
    sources: page.locator('.ask-sources'),
    /** The line above an answer made of quotes. */
    quotesTitle: turns.getByText(en('ask_quotes'), { exact: true }),
    sourceMemories: page.locator('.ask-sources .memory-chip'),
    noSources: page.locator('.ask-sourceless'),
    waiting: page.locator('.ask-waiting'),
    waitingReason: page.locator('.ask-waiting-text'),
    waitingSeconds: page.locator('.ask-waiting-time'),
    copy: page.getByRole('button', { name: en('ask_copy') }),
    stop: page.getByRole('button', { name: en('ask_stop'), exact: true }),
    again: page.getByRole('button', { name: en('common_retry'), exact: true }),
    openSettings: turns.getByRole('button', { name: en('common_openSettings') }),
  };
}

function profileView(page: Page) {
  const heading = (key: TextKey) => page.getByRole('heading', { name: en(key), level: 2 });
  return {
    screen: page.locator('.profile-screen'),
    heading: heading('profile_title'),
    standingHeading: page.getByRole('heading', { name: en('profile_standing_title'), exact: true }),
    currentHeading: page.getByRole('heading', { name: en('profile_current_title') }),
    standing: page.getByRole('list', { name: en('profile_standing_title'), exact: true }),
    current: page.getByRole('list', { name: en('profile_current_title') }),
    refresh: page.getByRole('button', { name: en('profile_refresh') }),
    retry: page.getByRole('button', { name: en('common_retry'), exact: true }),
    about: page.getByRole('searchbox', { name: en('profile_about') }),
    aboutHeading: (q: string) =>
      page.getByRole('heading', { name: en('profile_found_title', { q }) }),
    back: page.getByRole('button', { name: en('profile_back') }),
    more: (count: number) =>
      page.getByRole('button', { name: enPlural(count, 'common_showMoreItems'), exact: true }),
    anyMore: page.getByRole('button', { name: enStart('common_showMoreItems_other') }),

    addFact: page.getByRole('button', { name: en('note_addFact'), exact: true }),
    fact: page.getByRole('textbox', { name: en('note_fact_label') }),
    sendFact: page.getByRole('button', { name: en('note_add'), exact: true }),
    /** Facts waiting to be added to the profile. */
    pending: page.getByRole('list', { name: en('note_facts_list') }),
    factAction: (action: keyof typeof factActions) =>
      page.getByRole('button', {
        name: enStart('note_facts_of', { action: factActions[action] }),
      }),
  };
}

function libraryView(page: Page) {
  return {
    list: page.locator('[data-list="library"]'),
    rows: page.locator('[data-list="library"] > li'),
    /** How many items there are, or are shown. */
    total: page.locator('#library-total'),
    /** The name of a Memory on a row. */
    memoryChips: page.locator('.save-row .memory-chip'),
    /** The button that opens “Save several pages”, or shows the running batch. */
    saveMany: page.getByRole('button', { name: en('batch_open') }).or(
      page.getByRole('button', {
        name: enStart('saves_of', { action: en('batch_strip_show') }),
      }),
    ),
  };
}

/** Returns locators for the list of saves in this browser. */
function savesList(page: Page) {
  const row = (id: string) => page.locator(`[data-save="${id}"]`);
  const dialog = page.getByRole('dialog');
  return {
    /** A row by the ID of its save, because titles repeat. */
    row,
    rows: page.getByRole('listitem'),
    link: (id: string) => row(id).getByRole('link'),
    titled: (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) }),
    action: (within: Locator | Page, action: SaveAction) =>
      within.getByRole('button', { name: startOfAction(action) }),
    /** The button for an action on a save, by the save's title. */
    actionOn: (action: SaveAction, title: string) =>
      page.getByRole('button', {
        name: en('saves_of', { action: labelOf(action), title }),
      }),
    /** The line that unfolds the saves that need attention. */
    attention: page.getByRole('button', { name: enAnyCount('library_needs') }),
    needy: page.getByRole('region', { name: enAnyCount('library_needs') }),
    empty: page.getByRole('heading', { name: en('saves_empty_title') }),
    hosts: page.locator('.save-row-host'),
    version: (within: Locator) => within.locator('[data-version]'),
    highlights: (within: Locator, count: number) =>
      within.getByRole('button', { name: startOfHighlights(count) }),
    progress: (sent: number, total: number) =>
      page.getByText(en('saves_progress_text', { sent, total })),

    retryAll: page.getByRole('button', { name: en('saves_all_retry') }),
    discardAll: (count: number) =>
      page.getByRole('button', { name: en('saves_all_discard', { count }) }),
    undo: (within: Locator | Page = page) =>
      within.getByRole('button', { name: enStart('saves_of', { action: en('common_undo') }) }),
    undoMany: (count: number) =>
      page.getByRole('button', {
        name: en('saves_of', {
          action: en('common_undo'),
          title: enPlural(count, 'saves_undo_many'),
        }),
      }),
    /** The row that replaces a discarded save. */
    discarded: {
      row: page.locator('.discarded-row'),
      words: page.locator('.discarded-row-words'),
      undo: page.locator('.discarded-row [data-act="undo"]'),
      name: page.locator('.named-line-name'),
      aroundName: page.locator('.named-line > :not(.named-line-name)'),
    },

    filter: {
      words: page.getByRole('searchbox', { name: en('saves_filter_label') }),
      memory: page.getByRole('combobox', { name: en('saves_filter_memory'), exact: true }),
      kind: page.getByRole('combobox', { name: en('saves_filter_kind'), exact: true }),
      clear: page.getByRole('button', { name: en('saves_filter_clear') }),
      nothing: page.getByRole('heading', { name: en('saves_filter_none_title') }),
      shown: (shown: number, total: number) =>
        page.getByText(en('saves_filter_shown', { shown, total })),
    },

    edit: {
      dialog: page.getByRole('dialog', { name: en('saves_edit_title') }),
      title: dialog.getByRole('textbox', { name: en('saves_edit_name'), exact: true }),
      text: dialog.getByRole('textbox', { name: en('saves_edit_text'), exact: true }),
      save: dialog.getByRole('button', { name: en('saves_edit_save') }),
      cancel: dialog.getByRole('button', { name: en('common_cancel') }),
      belowText: page.locator('.edit-save-under'),
      actions: page.locator('.edit-save .dialog-actions'),
    },
    deletion: deletionDialog(page),
  };
}

/** Returns locators for the list of documents in the active connection, whichever browser saved them. */
function documentsList(page: Page) {
  const list = page.locator('[data-list="library"]');
  return {
    list,
    rows: list.getByRole('listitem'),
    last: list.getByRole('listitem').last(),
    row: (id: string) => list.locator(`[data-save="${id}"]`),
    link: (row: Locator) => row.getByRole('link'),
    rowsOf: (memoryId: string) => list.locator(`[data-save^="${memoryId}-"]`),
    retry: page.getByRole('button', { name: en('common_retry'), exact: true }),
    memoryChips: list.locator('.memory-chip'),
    deletion: deletionDialog(page),
  };
}

/** Returns locators for the dialog before a saved page, a document or a Memory is deleted. */
function deletionDialog(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    for: (title: string) =>
      page.getByRole('dialog', { name: en('saves_deletion_title', { title }) }),
    titled: (title: RegExp) => page.getByRole('dialog', { name: title }),
    anyTitle: page.getByRole('dialog', { name: enPattern('saves_deletion_title') }),
    gone: page.getByRole('dialog', { name: en('saves_deletion_over_gone') }),
    kept: page.getByRole('dialog', { name: en('saves_deletion_over_kept') }),
    notice: (tone: 'plain' | 'bad') => dialog.locator(`.notice[data-tone="${tone}"]`),
    yes: dialog.getByRole('button', { name: en('saves_deletion_yes') }),
    no: dialog.getByRole('button', { name: en('common_cancel') }),
    retry: dialog.getByRole('button', { name: en('common_retry'), exact: true }),
  };
}

/** Returns locators for the highlights view. */
function highlightsList(page: Page) {
  const row = (id: string) => page.locator(`[data-highlight="${id}"]`);
  return {
    list: page.getByRole('list', { name: en('highlights_list') }),
    /** A row by the ID of its highlight, because quotes repeat. */
    row,
    quote: (within: Locator) => within.getByRole('blockquote'),
    /** The quote of a row, as a button that scrolls the page to the highlight. */
    reveal: (within: Locator) => within.getByRole('blockquote').getByRole('button'),
    showAll: (within: Locator) => within.getByRole('button', { name: en('common_showMore') }),
    /** The group of a page. */
    group: (title: string | RegExp) => page.getByRole('region', { name: title }),
    groups: page.locator('[data-page]'),
    copyPage: (within: Locator) =>
      within.getByRole('button', { name: enPattern('highlights_copyPage') }),
    edit: (within: Locator) => within.getByRole('button', { name: enPattern('highlights_edit') }),
    comment: (within: Locator) => within.getByRole('textbox', { name: en('highlights_comment') }),
    color: (within: Locator, color: Suffix<'highlights_colors_'>) =>
      within.getByRole('radio', { name: en(`highlights_colors_${color}`), exact: true }),
    save: (within: Locator) => within.getByRole('button', { name: en('common_save'), exact: true }),
    remove: (within: Locator) =>
      within.getByRole('button', {
        name: enStart('saves_of', { action: en('saves_actions_delete') }),
      }),
    deleteEarlier: (within: Locator) => within.locator('[data-act="delete-earlier"]'),
    copy: (within: Locator | Page) =>
      within.getByRole('button', { name: enPattern('highlights_copy') }),
    hide: (within: Locator | Page) =>
      within.getByRole('button', { name: enPattern('highlights_hide') }),
    undo: (within: Locator | Page) =>
      within.getByRole('button', { name: enPattern('highlights_show') }),
    draw: page.getByRole('button', { name: en('highlights_draw_action') }),
    site: (host: string) =>
      page.getByRole('switch', { name: en('highlights_site_label', { host }) }),
    anySite: page.getByRole('switch', { name: enStart('highlights_site_label') }),
    orphaned: (within: Locator | Page) => within.getByText(en('highlights_orphaned')),
  };
}

/** Returns locators for the “Save several pages” view. */
function batchView(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const cards = page.getByRole('list', { name: en('batch_title') }).locator('> li');
  return {
    heading: page.getByRole('heading', { name: en('batch_title'), level: 1 }),
    tabsHeading: page.getByRole('heading', { name: en('batch_sources_tabs_title'), level: 1 }),
    foldersHeading: page.getByRole('heading', { name: en('common_bookmarks'), level: 1 }),
    backToLibrary: page
      .getByRole('button', { name: en('batch_back'), exact: true })
      .and(page.locator('[data-act="batch-back"]')),
    chooseTabs: button(en('batch_sources_tabs_action')),
    chooseFolder: button(en('batch_sources_bookmarks_action')),
    askAgain: button(en('common_retry')),
    createMemory: button(en('search_noMemory_action')),
    openSettings: button(en('common_openSettings')),

    tabs: page.getByRole('list', { name: en('batch_choose_tabs') }),
    tabBoxes: page.getByRole('checkbox'),
    tab: (name: string | RegExp) => page.getByRole('checkbox', { name }),
    filter: page.getByRole('searchbox', { name: en('batch_choose_filter') }),
    selectAll: button(en('batch_choose_all')),
    selectNone: button(en('batch_choose_none')),
    back: page.getByRole('button', { name: en('common_back'), exact: true }),
    foot: page.locator('.batch-foot'),
    save: (count: number, memory: string) =>
      button(enPlural(count, 'batch_choose_start', { memory })),
    anySaveOnlyAddresses: button(enAnyCount('batch_choose_declined_action')),
    saveOnlyAddresses: (count: number) => button(enPlural(count, 'batch_choose_declined_action')),

    folder: (name: string | RegExp) => page.getByRole('radio', { name }),
    import: (count: number, memory: string) =>
      button(enPlural(count, 'batch_folders_start', { memory })),

    show: (name: string) => button(en('saves_of', { action: en('batch_strip_show'), title: name })),
    cards,
    action: (action: BatchAction, name: string) =>
      button(en('saves_of', { action: batchLabels[action], title: name })),
    anyAction: (action: BatchAction) =>
      button(enStart('saves_of', { action: batchLabels[action] })),
    seeWaiting: button(en('batch_full_action')),
    progress: (done: number, total: number) =>
      page.getByText(en('batch_card_running', { done, total })),
    /** One line per reason for failure, which opens the list of failed pages. */
    reasons: page.locator('.batch-reason-line'),
    refusals: page.locator('.batch-refusal'),
    advice: page.locator('.batch-reason .batch-note'),
    firstReasonActions: page.locator('.batch-reason > .batch-refusal-actions').first(),
    retry: (count: number) => button(en('batch_summary_againAll', { count })),
    saveAddresses: (count: number) => button(enPlural(count, 'batch_choose_declined_action')),
  };
}

const batchLabels: Record<BatchAction, string> = {
  cancel: en('batch_card_cancel'),
  dismiss: en('saves_actions_hide'),
  pause: en('batch_card_pause'),
  resume: en('batch_card_resume'),
};

function labelOf(action: SaveAction): string {
  return action === 'retry' ? en('common_retry') : en(`saves_actions_${action}`);
}

function startOfAction(action: SaveAction): RegExp {
  return enStart('saves_of', { action: labelOf(action) });
}

function startOfHighlights(count: number): RegExp {
  return new RegExp(`^${enPlural(count, 'saves_highlights')}`, 'u');
}
