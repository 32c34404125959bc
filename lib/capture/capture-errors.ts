import type { CaptureError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import { type AsyncResult, err, type Result } from '../contract/result.ts';

export const noText = captureError('page.no-text', 'This page has no text that can be read.');

export function textInFrame(host: string): CaptureError {
  const message = `This page shows text from another site, ${host}, in a frame that Keepsake can't read.`;
  return captureError('page.no-text', message);
}

const unreadable = captureError('page.no-text', 'The page could not be read.');
export const pageIsPdf = captureError('page.pdf', 'This tab shows a PDF.');

export const pageGone = captureError(
  'page.gone',
  'The page was closed, replaced or emptied while it was being read.',
);

export const tooManyNodes = captureError('page.too-large', 'This page is too large to be read.');
export const emptySelection = captureError('selection.empty', 'No text is selected.');

/** Not `appError`: its module would bring zod into every page. */
function captureError(code: CaptureError['code'], message: string): CaptureError {
  return { code, message, retryable: false };
}

export function tooLarge(what: 'page' | 'selection', bytes: number): CaptureError {
  const subject = what === 'page' ? 'The text of this page' : 'The selected text';
  return captureError(
    'page.too-large',
    `${subject} is ${megabytes(bytes)} MB long, and a Memory takes ` +
      `${megabytes(serviceLimits.contentBytes)} MB at a time.`,
  );
}

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Rounds up, so that a size over the limit never appears to be within it. */
export function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
}

/** Returns `page.gone` or `page.no-text` if `read` throws, because browsers hide why an injected script failed. */
export async function guardCapture<T>(
  window: Window,
  read: () => Result<T, CaptureError> | AsyncResult<T, CaptureError>,
): AsyncResult<T, CaptureError> {
  try {
    return await read();
  } catch {
    // Don't pass on the error: its message might quote the page.
    return err(isGone(window) ? pageGone : unreadable);
  }
}

function isGone(window: Window): boolean {
  try {
    return window.closed || window.document.getElementsByTagName('body').length === 0;
  } catch {
    // A window detached from its tab throws on access.
    return true;
  }
}
