/** Why a page or a selection cannot be captured. What a person is told, and can do, is said by the surfaces. */
import type { CaptureError } from '../contracts/errors.ts';
import { serviceLimits } from '../contracts/limits.ts';

export const noText: CaptureError = {
  code: 'page.no-text',
  message: 'This page has no text that can be read.',
  retryable: false,
};

/** A page that shows another site's text in a frame: the browser lets nobody read that from here. */
export function textInFrame(host: string): CaptureError {
  return {
    code: 'page.no-text',
    message: `This page shows the text of another site, ${host}, in a frame that cannot be read from here.`,
    retryable: false,
  };
}

export const unreadable: CaptureError = {
  code: 'page.no-text',
  message: 'Something on this page kept it from being read.',
  retryable: false,
};

export const pdf: CaptureError = {
  code: 'page.pdf',
  message: 'This tab shows a PDF.',
  retryable: false,
};

export const gone: CaptureError = {
  code: 'page.gone',
  message: 'The page was closed, replaced or emptied while it was read.',
  retryable: false,
};

export const tooManyParts: CaptureError = {
  code: 'page.too-large',
  message: 'This page is too large to be read in one go.',
  retryable: false,
};

export const emptySelection: CaptureError = {
  code: 'selection.empty',
  message: 'No words are selected.',
  retryable: false,
};

/** Names the size of the text and the limit, rounded so that the size never looks as if it fitted. */
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

/** Gives the length of a text as it is sent, in bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
}
