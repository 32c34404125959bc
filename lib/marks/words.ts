/** The words of the selection button, the box for a note and the card of a mark. */
import type { AppErrorCode } from '../contracts/errors.ts';

export const markWords = {
  tools: 'Keepsake: keep the selected words',
  keep: 'Keep',
  note: 'Note…',
  box: 'Keep these words',
  quote: 'The words you keep',
  comment: 'Your comment (optional)',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  keys: 'Ctrl or ⌘ and Enter saves, Escape cancels',
  saving: 'Keeping…',
  /** Without a name where the note waits for a Memory to be chosen. */
  kept: (memory: string) => (memory === '' ? 'Kept' : `Kept in “${memory}”`),
  /** Without keys where the person has given none. */
  covered: (keys: string) =>
    keys === ''
      ? 'The page shows something above everything, so clicks here do not count. Close that first.'
      : `The page shows something above everything, so clicks here do not count. Press ${keys} to keep the words.`,
  undone: 'Not kept after all.',
  unmarkable: 'These words are kept, but no mark can be drawn here.',
  card: 'Your mark',
  noComment: 'You wrote no comment.',
  remove: 'Remove mark',
  /** Where several marks lie over the same words. */
  other: 'Other mark here',
  which: (at: number, count: number) => `${at} of ${count}`,
  /** Where they were to be kept once more. */
  already: 'You have kept these words already.',
  removed: 'The mark is off. The note stays in your Memory.',
  undo: 'Undo',
  again: 'Try again',
} as const;

/** Says what went wrong and what to do about it. */
export function troubleOf(code: AppErrorCode): string {
  return troubles[code] ?? 'It was not kept. Try again.';
}

const troubles: Partial<Record<AppErrorCode, string>> = {
  'selection.empty': 'Nothing is selected any more. Select the words again.',
  'page.too-large': 'This is more than a note may hold. Select less.',
  'page.gone': 'The page changed meanwhile. Select the words again.',
  'home.none': 'Keepsake has no home for your memory yet. Set it up by its button in the toolbar.',
  'home.no-memory': 'There is no Memory to keep this in. Create one in the settings of Keepsake.',
  'save.sent':
    'It is in your Memory already. Delete it in the side panel of Keepsake, under Saves.',
  'storage.full': 'Too much waits to be sent. Look at your saves in the side panel.',
  'storage.failed':
    'The browser’s storage is full or refuses to write. Free some space, then try again.',
  'memory.not-offered': 'Your memory only reads. Connect with a key that may write.',
  'memory.unauthorized': 'Your memory does not allow this. Ask its owner for access.',
  'message.unanswered': 'Keepsake did not answer. Try again, or reload the page.',
  'message.refused': 'Keepsake may not keep words of this page.',
};
