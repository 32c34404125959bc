/**
 * The UI that Keepsake draws on web pages: the buttons beside a selection, the comment form, and a highlight's card. It
 * is in a closed shadow root, so selectors can't reach it.
 */
import type { Page } from '@playwright/test';
import { clickInBox, expectInBox } from '../e2e/closed-shadow-root.ts';
import { en } from '../english.ts';

/** Accessible names, for tests that read the page's accessibility tree. */
export const highlightBoxNames = {
  tools: en('highlights_box_tools'),
  keep: en('highlights_box_keep'),
  note: en('highlights_box_note'),
  form: en('highlights_box_box'),
  quote: en('highlights_box_quote'),
  comment: en('highlights_box_comment'),
  save: en('common_save'),
  cancel: en('common_cancel'),
  close: en('common_close'),
  card: en('highlights_box_card'),
  remove: en('highlights_box_remove'),
  edit: en('highlights_editComment'),
  undo: en('common_undo'),
  other: en('highlights_box_next'),
} as const;

export type HighlightBoxButton = keyof typeof highlightBoxNames;

export function highlightBox(page: Page) {
  return {
    click: (button: HighlightBoxButton) => clickInBox(page, highlightBoxNames[button]),
    /** Waits until the box shows this text. */
    says: (text: string) => expectInBox(page, text),
    saysKept: (memory: string) => expectInBox(page, en('highlights_box_kept', { memory })),
    saysUndone: () => expectInBox(page, en('highlights_box_undone')),
  };
}
