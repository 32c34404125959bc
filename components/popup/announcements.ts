/** What a screen reader is told of the popup. Pure. */
import type { PreviewState } from '../hooks/use-preview.ts';
import { errorWords } from '../words/errors.ts';
import { dayOf, previewWords } from '../words/preview.ts';
import type { PopupView } from './popup-model.ts';

/** Gives what a screen reader is told of a page that has changed since it was saved. */
export function changeAnnouncement(view: PopupView): string {
  if (view.kind !== 'save' || view.changed === null) return '';
  const { title, since } = previewWords.changed;
  return `${title} ${since(dayOf(view.changed.savedAt))}`;
}

/** Gives what a screen reader is told where the page could not be read for the person to see. */
export function troubleAnnouncement(view: PopupView, preview: PreviewState): string {
  if (view.kind !== 'form') return '';
  if (preview.status === 'failed') return errorWords(preview.error).title;
  const page = preview.status === 'ready' ? preview.preview.page : null;
  return page === null || page.ok ? '' : errorWords(page.error).title;
}
