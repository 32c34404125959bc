/** The words of the highlights of a page, and of the sites where they are on by themselves. */
import type { KeptStatus } from '../../lib/contracts/outbox.ts';
import { saveStates } from './outbox.ts';
import { t } from '../../lib/language/text.ts';

export const highlightsWords = {
  loading: t('highlights_loading'),
  list: t('highlights_list'),
  goTo: t('highlights_goTo'),
  more: t('highlights_more'),
  less: t('highlights_less'),
  comment: t('highlights_comment'),
  frame: (host: string) => t('highlights_frame', { host }),
  copy: (quote: string) => t('highlights_copy', { quote }),
  copied: t('highlights_copied'),
  unmark: (quote: string) => t('highlights_unmark', { quote }),
  mark: (quote: string) => t('highlights_mark', { quote }),
  undo: t('highlights_undo'),
  unmarked: t('highlights_unmarked'),
  marked: t('highlights_marked'),
  found: t('highlights_found'),
  orphaned: t('highlights_orphaned'),
  unknown: t('highlights_unknown'),
  /** What stands beside a note that is not simply kept. */
  state: (status: KeptStatus) =>
    status === 'requested' ? t('highlights_state') : saveStates[status],
  draw: {
    text: t('highlights_draw_text'),
    action: t('highlights_draw_action'),
    refused: {
      title: t('highlights_draw_refused_title'),
      text: t('highlights_draw_refused_text'),
    },
  },
  empty: {
    title: t('highlights_empty_title'),
    text: t('highlights_empty_text'),
    ways: {
      shortcut: t('highlights_empty_ways_shortcut'),
      menu: t('highlights_empty_ways_menu'),
      button: t('highlights_empty_ways_button'),
    },
    select: t('highlights_empty_select'),
  },
  unseen: {
    title: t('highlights_unseen_title'),
    text: t('highlights_unseen_text'),
  },
  restricted: {
    title: t('highlights_restricted_title'),
    text: t('highlights_restricted_text'),
  },
  site: {
    label: (host: string) => t('highlights_site_label', { host }),
    why: t('highlights_site_why'),
    saidOn: (host: string) => t('highlights_site_saidOn', { host }),
    saidOff: (host: string) => t('highlights_site_saidOff', { host }),
    declined: t('highlights_site_declined'),
    line: { on: t('highlights_site_line_on'), off: t('highlights_site_line_off') },
    turnOn: t('highlights_site_turnOn'),
    turnOff: t('highlights_site_turnOff'),
  },
} as const;

export const sitesWords = {
  title: t('highlights_sites_title'),
  text: t('highlights_sites_text'),
  loading: t('highlights_sites_loading'),
  empty: t('highlights_sites_empty'),
  since: (when: string) => t('highlights_sites_since', { when }),
  lost: t('highlights_sites_lost'),
  turnOn: (site: string) => t('highlights_sites_turnOn', { site }),
  turnOnShort: t('highlights_sites_turnOnShort'),
  remove: (site: string) => t('highlights_sites_remove', { site }),
  removeShort: t('highlights_sites_removeShort'),
  forget: (site: string) => t('highlights_sites_forget', { site }),
  forgetShort: t('highlights_sites_forgetShort'),
  removed: (site: string) => t('highlights_sites_removed', { site }),
  readable: {
    all: t('highlights_sites_readable_all'),
    allPlain: t('highlights_sites_readable_allPlain'),
    release: (site: string) => t('highlights_sites_readable_release', { site }),
    releaseShort: t('highlights_sites_readable_releaseShort'),
    released: (site: string) => t('highlights_sites_readable_released', { site }),
  },
  plain: (host: string) => t('highlights_sites_plain', { host }),
} as const;
