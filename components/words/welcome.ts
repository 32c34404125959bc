/** The words of the welcome page. */
import type { ConnectionKind } from '../../lib/contracts/connections.ts';
import { t } from '../../lib/language/text.ts';

export const welcomeWords = {
  pageTitle: t('welcome_pageTitle'),
  title: t('welcome_title'),
  lead: t('welcome_lead'),
  steps: t('welcome_steps'),
  way: [t('welcome_way_n1'), t('welcome_way_n2'), t('welcome_way_n3')],
  home: {
    title: t('welcome_home_title'),
    action: t('welcome_home_action'),
    working: t('welcome_home_working'),
    workingText: t('welcome_home_workingText'),
    retry: t('welcome_home_retry'),
    elsewhere: t('welcome_home_elsewhere'),
    done: t('welcome_home_done'),
    facts: [
      {
        title: t('welcome_home_facts_n1_title'),
        text: t('welcome_home_facts_n1_text'),
      },
      {
        title: t('welcome_home_facts_n2_title'),
        text: t('welcome_home_facts_n2_text'),
      },
      {
        title: t('welcome_home_facts_n3_title'),
        text: t('welcome_home_facts_n3_text'),
      },
    ],
  },
  memory: {
    title: t('welcome_memory_title'),
    text: t('welcome_memory_text'),
    label: t('welcome_memory_label'),
    suggestions: [
      t('welcome_memory_suggestions_n1'),
      t('welcome_memory_suggestions_n2'),
      t('welcome_memory_suggestions_n3'),
      t('welcome_memory_suggestions_n4'),
    ],
    suggest: t('welcome_memory_suggest'),
    action: t('welcome_memory_action'),
    working: t('welcome_memory_working'),
  },
  choose: {
    title: t('welcome_choose_title'),
    text: t('welcome_choose_text'),
    label: t('welcome_choose_label'),
    action: t('welcome_choose_action'),
  },
  noMemory: { action: t('welcome_noMemory_action'), working: t('welcome_noMemory_working') },
  ready: {
    title: t('welcome_ready_title'),
    text: t('welcome_ready_text'),
    memories: t('welcome_ready_memories'),
    addMemory: t('welcome_ready_addMemory'),
    manage: t('welcome_ready_manage'),
    cancel: t('welcome_ready_cancel'),
    tries: {
      pin: {
        title: t('welcome_ready_tries_pin_title'),
        text: t('welcome_ready_tries_pin_text'),
      },
      save: {
        title: t('welcome_ready_tries_save_title'),
        text: t('welcome_ready_tries_save_text'),
      },
      highlight: {
        title: t('welcome_ready_tries_highlight_title'),
        text: t('welcome_ready_tries_highlight_text'),
        /** Where this browser has keys for it. */
        withKeys: t('welcome_ready_tries_highlight_keys'),
      },
      search: {
        title: t('welcome_ready_tries_search_title'),
        text: t('welcome_ready_tries_search_text'),
      },
    },
  },
  /** Where a home on this device is chosen anew. */
  found: t('welcome_found'),
  again: {
    title: t('welcome_again_title'),
    text: {
      device: t('welcome_again_text_device'),
      key: t('welcome_again_text_key'),
      'read-only': t('welcome_again_text_readOnly'),
    } satisfies Record<ConnectionKind, string>,
  },
  loading: t('welcome_loading'),
  exhibit: {
    label: t('welcome_exhibit_label'),
    caption: t('welcome_exhibit_caption'),
    memory: t('welcome_exhibit_memory'),
    title: t('welcome_exhibit_title'),
    host: t('welcome_exhibit_host'),
    query: t('welcome_exhibit_query'),
    passage: t('welcome_exhibit_passage'),
  },
} as const;
