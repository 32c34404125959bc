/** The words of the highlights of a page, and of the sites where they are on by themselves. */
import type { KeptStatus } from '../../lib/contracts/outbox.ts';
import { counted, isolated } from './language.ts';
import { saveStates } from './outbox.ts';

export const highlightsWords = {
  title: 'Highlights',
  loading: 'Looking for highlights of this page',
  list: 'Highlights of this page',
  count: (count: number) => counted(count, { one: '# on this page', other: '# on this page' }),
  untitled: 'This page',
  goTo: 'Show it on the page',
  more: 'Show all of it',
  less: 'Show less',
  comment: 'Your note',
  frame: (host: string) => `In a part from ${host}`,
  copy: (quote: string) => `Copy “${isolated(quote)}” with its source`,
  copied: 'Copied',
  notCopied: 'It could not be copied.',
  unmark: (quote: string) => `Take the mark off “${isolated(quote)}”`,
  mark: (quote: string) => `Undo: mark “${isolated(quote)}” again`,
  undo: 'Undo',
  unmarked: 'The mark is off. The note stays in your memory.',
  marked: 'The mark is back.',
  found: 'Shown on the page.',
  orphaned: 'Its place on this page was not found again',
  unknown: 'Not looked for on the page yet',
  /** What stands beside a note that is not simply kept. */
  state: (status: KeptStatus) =>
    status === 'requested' ? 'Reading the words' : saveStates[status],
  draw: {
    text: 'The marks are not drawn on this page yet.',
    action: 'Show on the page',
    refused: {
      title: 'The browser lets Keepsake on this page only after a click there',
      text: 'Click Keepsake in the toolbar on this page, or turn the highlight button on for its site.',
    },
  },
  empty: {
    title: 'No highlights on this page',
    text: 'Select words on the page and keep them. Here they are found again, in the order they stand.',
    ways: {
      shortcut: 'press',
      menu: 'right-click them and choose “Keep as a note”',
      button: 'click the button beside them',
    },
    select: 'Select words, then',
    or: 'or',
  },
  unseen: {
    title: 'Which page is this?',
    text: 'The browser tells Keepsake so only of pages you used it on. Click Keepsake in the toolbar on this page to see its highlights here.',
  },
  restricted: {
    title: 'No highlights here',
    text: 'The browser lets no extension mark this page.',
  },
  site: {
    label: (host: string) => `Highlight button on ${host}`,
    why: 'A button beside the words you select, and your marks whenever you come back. For this Keepsake may read the pages of this site.',
    on: 'On',
    off: 'Off',
    saidOn: (host: string) => `The highlight button is on for ${host}.`,
    saidOff: (host: string) => `The highlight button is off for ${host}.`,
    declined: 'It stays off, since the browser was not allowed to let Keepsake read this site.',
    line: { on: 'Highlighting on this site: on', off: 'Highlighting on this site: off' },
    turnOn: 'Turn on',
    turnOff: 'Turn off',
  },
} as const;

export const sitesWords = {
  title: 'Sites',
  text: 'Where the highlight button and your marks are on by themselves. For this Keepsake may read the pages of these sites; everywhere else it waits for your click.',
  loading: 'Looking for the sites you allowed',
  empty:
    'None yet. Turn the highlight button on for a site in the toolbar’s window, or beside its highlights in the side panel.',
  since: (when: string) => `On since ${when}`,
  lost: 'Off: the browser’s permission was taken back',
  turnOn: (site: string) => `Turn on for ${site}`,
  turnOnShort: 'Turn on',
  remove: (site: string) => `Turn off for ${site}`,
  removeShort: 'Turn off',
  forget: (site: string) => `Remove ${site} from the list`,
  forgetShort: 'Remove',
  removed: (site: string) => `The highlight button is off for ${site}.`,
  readable: {
    title: 'Keepsake may also read',
    text: 'You allowed these for a PDF, for addresses it fetches itself, or for many pages at once. Nothing runs there by itself.',
    all: 'All sites',
    allPlain: 'All sites without encryption',
    release: (site: string) => `Take back the permission for ${site}`,
    releaseShort: 'Take back',
    released: (site: string) => `Keepsake may no longer read ${site}.`,
  },
  plain: (host: string) => `${host}, without encryption`,
} as const;
