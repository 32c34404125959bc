/** Reads what the person has selected, in their own words: nothing is added, trimmed or mended. */
import type { SelectionCapture } from '../../contracts/capture.ts';
import type { CaptureError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { emptySelection, pdf, tooLarge, utf8Bytes } from '../capture-errors.ts';
import { canonicalLinkOf, titleOf } from '../metadata/page-metadata.ts';
import { anchorOf } from './text-anchor.ts';

export type SelectionReading = {
  /** The window of the frame that holds the selection. */
  window: Window;
};

const pdfType = 'application/pdf';

/**
 * Gives the selected words with the place they stand at; the page and its selection are not changed.
 * Fails with `selection.empty`, `page.pdf` or `page.too-large`.
 */
export function captureSelection({
  window,
}: SelectionReading): Result<SelectionCapture, CaptureError> {
  const { document } = window;
  const { text, range } = selectedIn(window);
  // Chromium's viewer keeps what is selected in it to itself.
  if (text.trim() === '') return err(document.contentType === pdfType ? pdf : emptySelection);
  const bytes = utf8Bytes(text);
  if (bytes > serviceLimits.contentBytes) return err(tooLarge('selection', bytes));
  return ok({
    url: addressOf(window),
    canonicalLink: canonicalLinkOf(document),
    title: titleOf(document),
    text,
    isFocused: isFocused(document),
    anchor: range === null ? null : anchorOf(range),
  });
}

/** A page that has the focus in one of its frames has it too; the frame is meant then. */
function isFocused(document: Document): boolean {
  const focused = document.activeElement?.localName ?? '';
  return document.hasFocus() && focused !== 'iframe' && focused !== 'frame';
}

type Selected = { text: string; range: Range | null };

function selectedIn(window: Window): Selected {
  const field = focusedField(window.document);
  // Never a password, whatever the browser would give.
  if (field?.type === 'password') return { text: '', range: null };
  const inField = field === null ? '' : selectedInField(field);
  if (inField !== '') return { text: inField, range: null };
  const selection = window.getSelection();
  if (selection === null) return { text: '', range: null };
  // Several ranges, as Firefox allows, have no single place.
  const range = selection.rangeCount === 1 ? selection.getRangeAt(0) : null;
  return { text: selection.toString(), range };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function focusedField(document: Document): TextField | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  return focused !== null && isTextField(focused) ? focused : null;
}

function isTextField(element: Element): element is TextField {
  return element.localName === 'textarea' || element.localName === 'input';
}

function selectedInField({ value, selectionStart, selectionEnd }: TextField): string {
  return selectionStart === null || selectionEnd === null
    ? ''
    : value.slice(selectionStart, selectionEnd);
}

/** A frame whose document was written into it has no address but that of the page around it. */
function addressOf(window: Window): string {
  let frame = window;
  while (frame.location.protocol === 'about:' && frame.parent !== frame) frame = frame.parent;
  return frame.location.href;
}
