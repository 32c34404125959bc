/** The words of the list of saves. */
import type { AppError } from '../../lib/contracts/errors.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { counted, isolated, locale } from './language.ts';
import { sizeWords } from './size.ts';

export const savesWords = {
  title: 'Saves',
  loading: 'Looking for what you saved',
  sections: { trouble: 'Needs you', way: 'On the way', saved: 'Saved' },
  count: (count: number) => counted(count, { one: '# save', other: '# saves' }),
  more: (count: number) => `Show ${figure(count)} more`,
  untitled: 'Untitled page',
  highlight: 'Highlight',
  unfinished: 'Saved while it was still loading',
  link: 'Link',
  version: {
    newest: (when: string) => `Newest version, ${when}`,
    earlier: (when: string) => `Earlier version, ${when}`,
  },
  /** A title that several versions have, as it is called in the name of a button. */
  versionOf: (title: string, when: string) => `${isolated(title)}, saved ${when}`,
  elsewhere: 'For another home',
  opens: (title: string) => `Open ${isolated(title)}`,
  copyReference: 'Copy the reference',
  copied: 'Copied',
  actions: {
    retry: 'Try again',
    'retry-now': 'Try now',
    'look-again': 'Look again',
    'allow-site': 'Allow the site',
    'save-address': 'Save the address instead',
    'save-again': 'Save again',
    'update-now': 'Update now',
    edit: 'Edit',
    discard: 'Discard',
    hide: 'Take off the list',
    delete: 'Delete…',
  },
  /** The name of an action where its title is not beside it. */
  of: (action: string, title: string) => `${action}: ${isolated(title)}`,
  all: {
    retry: 'Try all again',
    'retry-now': 'Try all now',
    wait: (title: string) => `${title}. Each of them is tried again by itself.`,
    discard: (count: number) => `Discard ${figure(count)} not saved`,
  },
  undo: {
    one: (title: string) => `Discarded: ${isolated(title)}`,
    hidden: (title: string) => `Off the list: ${isolated(title)}`,
    many: (count: number) =>
      counted(count, { one: '# save discarded', other: '# saves discarded' }),
    action: 'Undo',
    close: 'Close',
    of: (title: string) => `Undo: bring back ${isolated(title)}`,
    ofMany: (count: number) =>
      counted(count, { one: 'Undo: bring back # save', other: 'Undo: bring back # saves' }),
    tooLate: {
      title: 'It cannot be brought back any more',
      next: 'What was discarded is kept for some minutes only.',
    },
  },
  progress: {
    label: 'Saves sent',
    text: (sent: number, total: number) => `${figure(sent)} of ${figure(total)} sent`,
  },
  storage: {
    nearly: 'The room for what waits is nearly full',
    full: 'The room for what waits is full',
    text: (used: number, limit: number, isFull: boolean) =>
      `${sizeWords(used)} wait to be sent, and there is room for ${sizeWords(limit)}. Try them again, or discard what you can do without; ${
        isFull
          ? 'nothing more is taken in before there is room.'
          : 'once it is full, nothing more is taken in.'
      }`,
  },
  empty: {
    title: 'Nothing saved yet',
    text: 'The pages you save and the words you keep are listed here, with what became of each.',
  },
  announce: {
    needs: (count: number) =>
      counted(count, { one: '# save needs you', other: '# saves need you' }),
  },
  edit: {
    title: 'Change and send',
    memory: 'Memory',
    name: 'Title',
    text: 'Text',
    save: 'Save and send',
    saving: 'Saving',
    cancel: 'Cancel',
    close: 'Close',
    size: (bytes: number, limit: number) => `${sizeWords(bytes)} of at most ${sizeWords(limit)}`,
    blank: 'Without any text there is nothing to save.',
    tooLarge: (over: number) => `Too long by ${sizeWords(over)}. Take some away.`,
    longTitle: (limit: number) => `At most ${figure(limit)} characters.`,
    unsaved: 'Your changes are not saved. Cancel leaves them behind.',
    nothing: {
      title: 'There is no text to change',
      text: 'The page was not read yet, or its text has reached the memory already.',
    },
    elsewhere: 'It was saved for another home, and stays with its Memory there.',
    loading: 'Fetching the text',
  },
  deletion: {
    title: (title: string) => `Delete “${isolated(title)}”?`,
    asks: 'Your memory asks:',
    no: 'No, keep it',
    yes: 'Yes, delete it',
    working: 'Deleting',
    close: 'Close',
    done: (title: string) => `“${isolated(title)}” was deleted.`,
    wasGone: (title: string) => `“${isolated(title)}” had been deleted before.`,
  },
} as const;

/** Gives the words for what went wrong with deleting what was saved. */
export function deletionErrorWords(error: AppError): ErrorWords {
  const words = errorWords(error);
  switch (error.code) {
    case 'memory.not-found':
      return {
        ...words,
        title: 'It is no longer in the memory',
        next: 'It was deleted before, here or somewhere else. There is nothing left to delete.',
      };
    case 'memory.unauthorized':
      return {
        ...words,
        title: 'This key may not delete',
        next: 'Nothing was deleted. Ask the owner of the memory for access, or use another key.',
      };
    case 'memory.conflict':
      return {
        ...words,
        title: 'It was changed at the same moment',
        next: 'Nothing was deleted. Try again to be asked once more.',
      };
    case 'memory.not-offered':
      return {
        ...words,
        title: 'It cannot be deleted from here',
        next: error.message,
        quote: null,
      };
    default:
      return words;
  }
}

/** Says that asking once more whether to delete would change nothing. */
export function isFinalForDeletion({ code }: AppError): boolean {
  return (
    code === 'memory.not-found' ||
    code === 'memory.unauthorized' ||
    code === 'memory.unauthenticated' ||
    code === 'memory.not-offered'
  );
}

function figure(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}
