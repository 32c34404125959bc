/** The words of saving many at once. */
import type { BatchView } from '../../lib/contracts/batches.ts';
import type { AppErrorCode } from '../../lib/contracts/errors.ts';
import { counted, isolated, locale } from './language.ts';

export const batchWords = {
  title: 'Save many',
  open: 'Save many…',
  back: 'Saves',
  label: 'Saved together',
  ways: {
    tabs: {
      title: 'Tabs of this window',
      text: 'Each page you choose is read where it is open, as you see it, and saved.',
      why: 'Your browser will ask whether Keepsake may see the names and addresses of your tabs. It is given back when you have chosen.',
      action: 'Choose tabs…',
    },
    bookmarks: {
      title: 'Bookmarks',
      text: 'Choose a folder. Your memory’s service fetches each address itself, without your logins.',
      why: 'Your browser will ask whether Keepsake may read your bookmarks. Nothing in them is changed, and it is given back when you have chosen.',
      action: 'Choose a folder…',
    },
  },
  /** In place of the text above where the home is on this device. */
  bookmarksHere:
    'Choose a folder. Your memory is on this device, so Keepsake fetches each address itself, without your logins.',
  declined: {
    tabs: {
      title: 'Your tabs are not shown',
      text: 'Without being allowed to see them, Keepsake cannot list your tabs. You can still save the page in front of you.',
    },
    bookmarks: {
      title: 'Your bookmarks are not shown',
      text: 'Without being allowed to read them, Keepsake cannot list your folders.',
    },
    action: 'Ask again',
  },
  loading: { tabs: 'Looking at your tabs', bookmarks: 'Looking at your bookmarks' },
  noHome: {
    title: 'Your memory has no place to live yet',
    text: 'Set it up first. Then many pages can be saved at once.',
    action: 'Set up Keepsake',
  },
  readOnly: {
    title: 'You can only read in this home',
    text: 'You consented to reading alone, so nothing can be saved to it. Use another home in the settings to save.',
    action: 'Open the settings',
  },
  noMemory: {
    title: 'There is no Memory to save to',
    text: 'Create one first, then save many at once.',
  },
  choose: {
    cancel: 'Back',
    memory: 'Save to',
    memoryTrouble: 'That Memory could not be created',
    filter: 'Filter the tabs',
    clearFilter: 'Clear the filter',
    all: 'Select all',
    none: 'Select none',
    tabs: 'Tabs to save',
    nothingFound: 'No tab has these words.',
    noTabs: {
      title: 'There is nothing to choose',
      text: 'No tab of this window shows a web page.',
    },
    untitled: 'Untitled page',
    saved: 'Saved already',
    asleep: 'Asleep: its address alone is saved',
    active: 'In front',
    restricted: 'The browser lets nobody read it',
    sites: (count: number) =>
      counted(count, {
        one: 'When you start, your browser asks whether Keepsake may read # site. It is given back when all is read.',
        other:
          'When you start, your browser asks whether Keepsake may read # sites. They are given back when all is read.',
      }),
    addresses: (count: number) =>
      counted(count, {
        one: '# sleeping tab is not woken: your memory’s service fetches its address itself, without your logins.',
        other:
          '# sleeping tabs are not woken: your memory’s service fetches their addresses itself, without your logins.',
      }),
    /** In place of those where the home is on this device. */
    addressesHere: (count: number) =>
      counted(count, {
        one: '# sleeping tab is not woken: Keepsake fetches its address itself, without your logins.',
        other:
          '# sleeping tabs are not woken: Keepsake fetches their addresses itself, without your logins.',
      }),
    start: (count: number, memory: string) =>
      counted(count, {
        one: `Save # page to «${isolated(memory)}»`,
        other: `Save # pages to «${isolated(memory)}»`,
      }),
    startNone: 'Choose at least one tab',
    declined: {
      title: 'These pages cannot be read without your word',
      text: 'Start again and allow their sites, or save the addresses alone: your memory’s service then fetches each itself, without your logins.',
      here: 'Start again and allow their sites. Your memory is on this device, so Keepsake cannot have the addresses alone either; you can still save the pages one by one.',
      action: (count: number) =>
        counted(count, { one: 'Save # address alone', other: 'Save # addresses alone' }),
    },
  },
  folders: {
    label: 'Folder to import',
    unnamed: 'Folder without a name',
    count: (count: number) => counted(count, { one: '# bookmark', other: '# bookmarks' }),
    logins:
      'Your memory’s service fetches each address itself, without your logins. What only you can see when you are signed in will not be there.',
    here: 'Your memory is on this device, so Keepsake fetches each address itself, without your logins. When you start, your browser asks whether it may read all sites; that is given back when all are fetched.',
    declined: {
      title: 'The addresses cannot be read without your word',
      text: 'Your memory is on this device, and a folder names many sites. Start again and allow them, or save the pages one by one.',
    },
    start: (count: number, memory: string) =>
      counted(count, {
        one: `Import # bookmark to «${isolated(memory)}»`,
        other: `Import # bookmarks to «${isolated(memory)}»`,
      }),
    startNone: 'Choose a folder',
    none: { title: 'There are no bookmarks', text: 'This browser holds no folder with bookmarks.' },
  },
  card: {
    tabs: 'Tabs of a window',
    bookmarks: 'Bookmarks',
    running: (done: number, total: number) => `${figure(done)} of ${figure(total)} done`,
    queued: 'Waits its turn',
    paused: 'Paused',
    canceled: 'Canceled',
    done: 'Done',
    waitsForRoom: 'Waiting for room',
    waiting: (count: number) => counted(count, { one: '# not begun', other: '# not begun' }),
    underWay: (count: number) => counted(count, { one: '# on its way', other: '# on their way' }),
    progress: 'Progress of what is saved together',
    pause: 'Pause',
    resume: 'Go on',
    cancel: 'Cancel the rest',
    dismiss: 'Take off the list',
    of: (action: string, name: string) => `${action}: ${isolated(name)}`,
  },
  summary: {
    saved: (count: number) => counted(count, { one: '# was saved', other: '# were saved' }),
    existed: (count: number) =>
      counted(count, { one: '# was saved before', other: '# were saved before' }),
    canceled: (count: number) =>
      counted(count, { one: '# was left out', other: '# were left out' }),
    folded: (count: number) =>
      counted(count, {
        one: '# stood there twice and counts once',
        other: '# stood there more than once and count once',
      }),
    nothing: 'There was nothing to save',
    refused: (count: number) =>
      counted(count, { one: 'Why # was refused', other: 'Why # were refused' }),
    more: (count: number) =>
      counted(count, { one: '# more like these', other: '# more like these' }),
    again: 'Try again',
    againAll: (count: number) => `Try ${figure(count)} again`,
    link: 'Save its address instead',
    linkAll: (count: number) => `Save ${figure(count)} addresses instead`,
  },
  strip: {
    running: (name: string) => `Saving ${isolated(name)}`,
    show: 'Show',
  },
  announce: {
    done: (name: string) => `${name}: done.`,
    paused: (name: string) => `${name}: paused.`,
  },
} as const;

/** What was refused for one reason, as a line of a summary. */
const refusals: Partial<Record<AppErrorCode, (count: number) => string>> = {
  'page.restricted': (count) =>
    counted(count, {
      one: '# cannot be read: the browser lets no extension in',
      other: '# cannot be read: the browser lets no extension in',
    }),
  'page.gone': (count) =>
    counted(count, {
      one: '# was closed or left before it was read',
      other: '# were closed or left before they were read',
    }),
  'page.no-text': (count) =>
    counted(count, {
      one: '# has no text, or only a few words',
      other: '# have no text, or only a few words',
    }),
  'page.too-large': (count) =>
    counted(count, { one: '# refused: too large', other: '# refused: too large' }),
  'page.pdf': (count) => counted(count, { one: '# is a PDF', other: '# are PDFs' }),
  'link.unusable': (count) =>
    counted(count, {
      one: '# is no address of the web',
      other: '# are no addresses of the web',
    }),
  'save.unlearned': (count) =>
    counted(count, {
      one: '# could not be fetched or learned',
      other: '# could not be fetched or learned',
    }),
  'storage.full': (count) => counted(count, { one: '# found no room', other: '# found no room' }),
  'memory.validation': (count) =>
    counted(count, {
      one: '# was not taken by your memory',
      other: '# were not taken by your memory',
    }),
};

/** Says how many were refused for one reason. */
export function refusalLine({ code, count }: BatchView['reasons'][number]): string {
  const line = Object.entries(refusals).find(([known]) => known === code)?.[1];
  return line?.(count) ?? counted(count, { one: '# was refused', other: '# were refused' });
}

function figure(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}
