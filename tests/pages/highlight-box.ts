/**
 * What Keepsake draws on web pages: the tools beside a selection, the form for a comment, the card of a highlight. All
 * of it stands in a closed shadow root, which no selector reaches.
 */
import type { Page } from '@playwright/test';
import { clickInBox, expectInBox } from '../e2e/closed-shadow-root.ts';
import { en } from '../english.ts';

/** What its parts are called, for tests that read the accessibility tree of the page. */
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
    /** Waits until it says this. */
    says: (text: string) => expectInBox(page, text),
    saysKept: (memory: string) => expectInBox(page, en('marks_kept', { memory })),
    saysUndone: () => expectInBox(page, en('marks_undone')),
  };
}
