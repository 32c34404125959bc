/**
 * What Keepsake draws on web pages: the buttons beside a selection, the comment form, and the card
 * of a highlight. All of it is in a closed shadow root, which no selector reaches.
 */
import type { Page } from '@playwright/test';
import { clickInBox, expectInBox } from '../e2e/closed-shadow-root.ts';
import { en } from '../english.ts';

/** Names of its parts, for tests that read the page's accessibility tree. */
export const highlightBoxNames = {
  tools: en('marks_tools'),
  keep: en('marks_keep'),
  note: en('marks_note'),
  form: en('marks_box'),
  quote: en('marks_quote'),
  comment: en('marks_comment'),
  save: en('common_save'),
  cancel: en('common_cancel'),
  close: en('common_close'),
  card: en('marks_card'),
  remove: en('marks_remove'),
  undo: en('common_undo'),
  other: en('marks_otherMark'),
} as const;

export type HighlightBoxButton = keyof typeof highlightBoxNames;

export function highlightBox(page: Page) {
  return {
    click: (button: HighlightBoxButton) => clickInBox(page, highlightBoxNames[button]),
    /** Waits until it shows this text. */
    says: (text: string) => expectInBox(page, text),
    saysKept: (memory: string) => expectInBox(page, en('marks_kept', { memory })),
    saysUndone: () => expectInBox(page, en('marks_undone')),
  };
}
