/** The words of searching. */
import { counted, isolated, listed } from './language.ts';
import { seconds } from './time.ts';

export const recallWords = {
  search: 'Search your memory',
  placeholder: 'Words you remember',
  clear: 'Clear',
  results: 'Passages found',
  yourNote: 'Your note',
  untitled: 'Untitled page',
  more: 'More',
  less: 'Less',
  found: (count: number) => counted(count, { one: '# passage', other: '# passages' }),
  stillLearning: (count: number) =>
    counted(count, { one: '# page still learning', other: '# pages still learning' }),
  waiting: {
    title: 'Waking your memory',
    text: 'The first search after a quiet spell may take up to a minute.',
    cancel: 'Cancel',
    /** The search itself stands still. */
    held: {
      title: 'Still searching',
      text: (reason: string, count: number) => `${reason}. ${askedAgain(count)}`,
      limit: (perMinute: number) =>
        `The service takes ${counted(perMinute, { one: '# request', other: '# requests' })} a minute`,
      limitUnknown: 'The service asks for a short pause',
      busy: 'Your memory is busy',
      retry: 'Your memory did not answer',
    },
  },
  stopped: {
    title: 'Search stopped',
    text: 'There is nothing to show for it.',
    action: 'Search again',
  },
  failed: {
    action: 'Try again',
    late: 'This does not say that nothing matches. A memory that wakes up can need a minute: try again.',
  },
  unanswered: {
    title: (memory: string) => `${isolated(memory)} could not answer`,
    nobody: 'No Memory could answer',
    nobodyText: 'So this does not say that nothing matches.',
    action: 'Try again',
  },
  empty: {
    title: (q: string) => `Nothing matches “${isolated(q)}”`,
    text: (memories: readonly string[]) =>
      memories.length === 0 ? 'All your Memories answered.' : `Looked in ${listed(memories)}.`,
    tip: 'Fewer words, or words that surely stood on the page, find more.',
    learning: (count: number) =>
      counted(count, {
        one: '# page is still being learned and cannot be found yet.',
        other: '# pages are still being learned and cannot be found yet.',
      }),
  },
  idle: {
    title: 'What do you remember?',
    text: 'Type a few words from something you kept. A phrase from the middle of a page will do.',
    memories: 'Looks in',
    keys: {
      focus: 'Go to the search box',
      move: 'Move between passages',
      open: 'Open the page at the passage',
    },
  },
  firstUse: {
    title: 'Nothing kept yet',
    text: 'What you save and highlight turns up here, found by the words you remember.',
    action: 'Set up Keepsake',
  },
  noMemory: {
    title: 'No Memory yet',
    text: 'Create a first Memory, then save a page to it.',
    action: 'Create a Memory',
  },
  notOpened: 'It could not be opened',
  close: 'Close',
  announce: {
    found: (count: number) => counted(count, { one: '# passage found', other: '# passages found' }),
    none: 'No passage found',
    unanswered: (memories: readonly string[]) => `${listed(memories)} could not answer`,
    failed: 'The search failed',
    slow: 'Still searching. The first search may take up to a minute.',
  },
} as const;

function askedAgain(count: number): string {
  return count === 0 ? 'It is asked again now.' : `It is asked again in ${seconds(count)}.`;
}
