/** The words of saving many at once. */
import type { BatchView } from '../../lib/contracts/batches.ts';
import type { AppErrorCode } from '../../lib/contracts/errors.ts';
import { around, counted, t } from '../../lib/language/text.ts';

export const batchWords = {
  title: t('batch_title'),
  open: t('batch_open'),
  back: t('batch_back'),
  label: t('batch_label'),
  ways: {
    tabs: {
      title: t('batch_ways_tabs_title'),
      text: t('batch_ways_tabs_text'),
      why: t('batch_ways_tabs_why'),
      action: t('batch_ways_tabs_action'),
    },
    bookmarks: {
      title: t('batch_ways_bookmarks_title'),
      text: t('batch_ways_bookmarks_text'),
      why: t('batch_ways_bookmarks_why'),
      action: t('batch_ways_bookmarks_action'),
    },
  },
  /** In place of the text above where the home is on this device. */
  bookmarksHere: t('batch_bookmarksHere'),
  declined: {
    tabs: {
      title: t('batch_declined_tabs_title'),
      text: t('batch_declined_tabs_text'),
    },
    bookmarks: {
      title: t('batch_declined_bookmarks_title'),
      text: t('batch_declined_bookmarks_text'),
    },
    action: t('batch_declined_action'),
  },
  loading: { tabs: t('batch_loading_tabs'), bookmarks: t('batch_loading_bookmarks') },
  noHome: {
    title: t('batch_noHome_title'),
    text: t('batch_noHome_text'),
    action: t('batch_noHome_action'),
  },
  readOnly: {
    title: t('batch_readOnly_title'),
    text: t('batch_readOnly_text'),
    action: t('batch_readOnly_action'),
  },
  noMemory: {
    title: t('batch_noMemory_title'),
    text: t('batch_noMemory_text'),
    action: t('recall_noMemory_action'),
  },
  choose: {
    cancel: t('batch_choose_cancel'),
    memory: t('batch_choose_memory'),
    filter: t('batch_choose_filter'),
    clearFilter: t('batch_choose_clearFilter'),
    all: t('batch_choose_all'),
    none: t('batch_choose_none'),
    tabs: t('batch_choose_tabs'),
    nothingFound: t('batch_choose_nothingFound'),
    noTabs: {
      title: t('batch_choose_noTabs_title'),
      text: t('batch_choose_noTabs_text'),
    },
    untitled: t('batch_choose_untitled'),
    saved: t('batch_choose_saved'),
    asleep: t('batch_choose_asleep'),
    active: t('batch_choose_active'),
    restricted: t('batch_choose_restricted'),
    sites: (count: number) => counted(count, 'batch_choose_sites'),
    addresses: (count: number) => counted(count, 'batch_choose_addresses'),
    /** In place of those where the home is on this device. */
    addressesHere: (count: number) => counted(count, 'batch_choose_addressesHere'),
    start: (count: number, memory: string) => counted(count, 'batch_choose_start', { memory }),
    startNone: t('batch_choose_startNone'),
    hidden: (count: number) => counted(count, 'batch_choose_hidden'),
    declined: {
      title: t('batch_choose_declined_title'),
      text: t('batch_choose_declined_text'),
      here: t('batch_choose_declined_here'),
      action: (count: number) => counted(count, 'batch_choose_declined_action'),
    },
  },
  folders: {
    label: t('batch_folders_label'),
    unnamed: t('batch_folders_unnamed'),
    count: (count: number) => counted(count, 'batch_folders_count'),
    logins: t('batch_folders_logins'),
    here: t('batch_folders_here'),
    declined: {
      title: t('batch_folders_declined_title'),
      text: t('batch_folders_declined_text'),
    },
    start: (count: number, memory: string) => counted(count, 'batch_folders_start', { memory }),
    startNone: t('batch_folders_startNone'),
    none: { title: t('batch_folders_none_title'), text: t('batch_folders_none_text') },
  },
  card: {
    tabs: t('batch_card_tabs'),
    bookmarks: t('batch_card_bookmarks'),
    running: (done: number, total: number) => t('batch_card_running', { done, total }),
    queued: t('batch_card_queued'),
    paused: t('batch_card_paused'),
    canceled: t('batch_card_canceled'),
    done: t('batch_card_done'),
    waitsForRoom: t('batch_card_waitsForRoom'),
    waiting: (count: number) => counted(count, 'batch_card_waiting'),
    underWay: (count: number) => counted(count, 'batch_card_underWay'),
    progress: t('batch_card_progress'),
    pause: t('batch_card_pause'),
    resume: t('batch_card_resume'),
    cancel: t('batch_card_cancel'),
    dismiss: t('batch_card_dismiss'),
    of: (action: string, name: string) => t('batch_card_of', { action, name }),
  },
  summary: {
    saved: (count: number) => counted(count, 'batch_summary_saved'),
    existed: (count: number) => counted(count, 'batch_summary_existed'),
    canceled: (count: number) => counted(count, 'batch_summary_canceled'),
    folded: (count: number) => counted(count, 'batch_summary_folded'),
    nothing: t('batch_summary_nothing'),
    more: (count: number) => counted(count, 'batch_summary_more'),
    again: t('batch_summary_again'),
    againAll: (count: number) => counted(count, 'batch_summary_againAll'),
    link: t('batch_summary_link'),
    linkAll: (count: number) => counted(count, 'batch_summary_linkAll'),
  },
  /** Beside why it waits for room. */
  full: { text: t('batch_full_text'), action: t('batch_full_action') },
  strip: {
    show: t('batch_strip_show'),
    aroundRunning: around('batch_strip_running', 'name'),
  },
  announce: {
    done: (name: string) => t('batch_announce_done', { name }),
    paused: (name: string) => t('batch_announce_paused', { name }),
  },
} as const;

/** What was refused for one reason, as a line of a summary. */
const refusals: Partial<Record<AppErrorCode, (count: number) => string>> = {
  'page.restricted': (count) => counted(count, 'batch_refusals_pageRestricted'),
  'page.gone': (count) => counted(count, 'batch_refusals_pageGone'),
  'page.no-text': (count) => counted(count, 'batch_refusals_pageNoText'),
  'page.error': (count) => counted(count, 'batch_refusals_pageError'),
  'page.too-large': (count) => counted(count, 'batch_refusals_pageTooLarge'),
  'page.pdf': (count) => counted(count, 'batch_refusals_pagePdf'),
  'link.unusable': (count) => counted(count, 'batch_refusals_linkUnusable'),
  'save.unlearned': (count) => counted(count, 'batch_refusals_saveUnlearned'),
  'storage.full': (count) => counted(count, 'batch_refusals_storageFull'),
  'memory.validation': (count) => counted(count, 'batch_refusals_memoryValidation'),
};

/** Says how many were refused for one reason. */
export function refusalLine({ code, count }: BatchView['reasons'][number]): string {
  const line = Object.entries(refusals).find(([known]) => known === code)?.[1];
  return line?.(count) ?? counted(count, 'batch_refusalLine');
}
