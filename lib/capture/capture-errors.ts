/** The sentences a person reads when a page or a selection cannot be captured: what happened, and what to do. */
import type { CaptureError } from '../contracts/errors.ts';
import { serviceLimits } from '../contracts/limits.ts';

export const noText: CaptureError = {
  code: 'page.no-text',
  message:
    'This page has no text that Keepsake can read. If it is still loading, wait until it is there and save it ' +
    'again; or select the words you want and save them as a note.',
  retryable: false,
};

/** A page that shows another site's text in a frame: the browser lets nobody read that from here. */
export function textInFrame(host: string): CaptureError {
  return {
    code: 'page.no-text',
    message:
      `This page shows the text of another site, ${host}, in a frame that Keepsake cannot read from here. Open that ` +
      'address in a tab of its own and save it there; or select the words you want and save them as a note.',
    retryable: false,
  };
}

export const unreadable: CaptureError = {
  code: 'page.no-text',
  message:
    'Something on this page kept Keepsake from reading it. Reload the page and save it again; or select the words ' +
    'you want and save them as a note.',
  retryable: false,
};

export const pdf: CaptureError = {
  code: 'page.pdf',
  message:
    'This tab shows a PDF, which Keepsake cannot read yet. If there is a web page with the same text, open and ' +
    'save that.',
  retryable: false,
};

export const gone: CaptureError = {
  code: 'page.gone',
  message:
    'The page was closed, replaced or emptied while Keepsake read it. Open it again and save it once more.',
  retryable: false,
};

export const tooManyParts: CaptureError = {
  code: 'page.too-large',
  message:
    'This page is too large to be read in one go. Select the part you need and save it as a note.',
  retryable: false,
};

export const emptySelection: CaptureError = {
  code: 'selection.empty',
  message: 'No words are selected. Select the words you want to keep, and try again.',
  retryable: false,
};

/** Names the size of the text and the limit, rounded so that the size never looks as if it fitted. */
export function tooLarge(what: 'page' | 'selection', bytes: number): CaptureError {
  const subject = what === 'page' ? 'The text of this page' : 'The selected text';
  const remedy =
    what === 'page' ? 'Select the part you need and save it as a note.' : 'Select a smaller part.';
  return {
    code: 'page.too-large',
    message:
      `${subject} is ${megabytes(bytes)} MB long, and a Memory takes ` +
      `${megabytes(serviceLimits.contentBytes)} MB at a time. ${remedy}`,
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
