import type { CaptureError } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import { err, type Result } from '../contract/result.ts';

export const noText: CaptureError = {
  code: 'page.no-text',
  message: 'This page has no text that can be read.',
  retryable: false,
};

export function textInFrame(host: string): CaptureError {
  return {
    code: 'page.no-text',
    message: `This page shows the text of another site, ${host}, in a frame that cannot be read from here.`,
    retryable: false,
  };
}

const unreadable: CaptureError = {
  code: 'page.no-text',
  message: 'Something on this page kept it from being read.',
  retryable: false,
};

export const pageIsPdf: CaptureError = {
  code: 'page.pdf',
  message: 'This tab shows a PDF.',
  retryable: false,
};

export const pageGone: CaptureError = {
  code: 'page.gone',
  message: 'The page was closed, replaced or emptied while it was read.',
  retryable: false,
};

export const tooManyNodes: CaptureError = {
  code: 'page.too-large',
  message: 'This page is too large to be read in one go.',
  retryable: false,
};

export const emptySelection: CaptureError = {
  code: 'selection.empty',
  message: 'No words are selected.',
  retryable: false,
};

/** Rounds up, so that the stated size never looks as if it fits. */
export function tooLarge(what: 'page' | 'selection', bytes: number): CaptureError {
  const subject = what === 'page' ? 'The text of this page' : 'The selected text';
  return {
    code: 'page.too-large',
    message:
      `${subject} is ${megabytes(bytes)} MB long, and a Memory takes ` +
      `${megabytes(serviceLimits.contentBytes)} MB at a time.`,
    retryable: false,
  };
}

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
}

/**
 * Runs a capture and turns anything it throws into an error result: `page.gone` if the page lost its window or body,
 * otherwise `page.no-text`. If an injected script rejects, the browser reports nothing useful to the caller.
 */
export async function guardCapture<T>(
  window: Window,
  read: () => Result<T, CaptureError> | Promise<Result<T, CaptureError>>,
): Promise<Result<T, CaptureError>> {
  try {
    return await read();
  } catch {
    // Don't pass on the error: its message may quote the page.
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
