import type { SelectionCapture } from './schema.ts';
import type { CaptureError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { emptySelection, pageIsPdf, tooLarge, utf8Bytes } from './capture-errors.ts';
import { canonicalLinkOf } from './metadata/metadata-sources.ts';
import { titleOf } from './metadata/title.ts';
import { anchorOf } from './page-text.ts';
import { wordRange } from './word-range.ts';

/** Captures the selected text, extended to whole words. Fails with `selection.empty`, `page.pdf` or `page.too-large`. */
export function captureSelection(window: Window): Result<SelectionCapture, CaptureError> {
  const { document } = window;
  const { text, range } = readSelection(window);
  // Chromium's PDF viewer doesn't expose its selection.
  if (text.trim() === '')
    return err(document.contentType === 'application/pdf' ? pageIsPdf : emptySelection);
  const bytes = utf8Bytes(text);
  if (bytes > serviceLimits.contentBytes) return err(tooLarge('selection', bytes));
  return ok({
    url: urlOf(window),
    canonicalLink: canonicalLinkOf(document),
    title: titleOf(document),
    text,
    isFocused: isFocused(document),
    anchor: range === null ? null : anchorOf(range),
  });
}

/** A page also reports focus while a frame inside it is focused; only the frame should count. */
export function isFocused(document: Document): boolean {
  const focused = document.activeElement?.localName ?? '';
  return document.hasFocus() && focused !== 'iframe' && focused !== 'frame';
}

function readSelection(window: Window): { text: string; range: Range | null } {
  const field = focusedField(window.document);
  // Never capture a password, whatever the browser would return.
  if (field?.type === 'password') return { text: '', range: null };
  const fieldText = field?.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) ?? '';
  if (fieldText !== '') return { text: fieldText, range: null };
  const selection = window.getSelection();
  if (selection === null) return { text: '', range: null };
  // Firefox allows several ranges, which have no single position.
  const selected = selection.rangeCount === 1 ? selection.getRangeAt(0) : null;
  const text = selection.toString();
  // An empty selection stays empty, even inside a word.
  if (selected === null || text === '') return { text, range: selected };
  const { range, before, after } = wordRange(selected);
  return { text: `${before}${text}${after}`, range };
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

/** Returns the window's URL; in an `about:blank` frame, the URL of the page around the frame. */
function urlOf(window: Window): string {
  let frame = window;
  while (frame.location.protocol === 'about:' && frame.parent !== frame) frame = frame.parent;
  return frame.location.href;
}
