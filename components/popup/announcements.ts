/** What a screen reader is told of the popup. Pure. */
import { sentences } from '../../lib/language/text.ts';
import type { PreviewState } from '../hooks/use-preview.ts';
import { errorWords } from '../words/errors.ts';
import { saveWords } from '../words/outbox.ts';
import { dayOf, previewWords } from '../words/preview.ts';
import type { Changed, PopupView } from './popup-view.ts';

/** Gives what a screen reader is told of a save. */
export function popupAnnouncement(view: PopupView): string {
  if (view.kind !== 'save') return '';
  if (view.changed !== null) return popupChangedWords(view.changed);
  const { headline, detail, tone } = view.save;
  if (detail === null || tone === 'busy') return headline;
  return sentences(headline, detail, view.tried === 0 ? '' : saveWords.tried(view.tried));
}

/** Gives what a screen reader is told where the page could not be read for the person to see. */
export function troubleAnnouncement(view: PopupView, preview: PreviewState): string {
  if (view.kind !== 'form') return '';
  if (preview.status === 'failed') return errorWords(preview.error).title;
  const page = preview.status === 'ready' ? preview.preview.page : null;
  return page === null || page.ok ? '' : errorWords(page.error).title;
}

function popupChangedWords({ savedAt }: Changed): string {
  const { title, since } = previewWords.changed;
  return `${title} ${since(dayOf(savedAt))}`;
}
