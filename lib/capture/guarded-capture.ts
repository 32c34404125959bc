/** Turns a throw while a page is read into an outcome that the person is told. */
import type { CaptureError } from '../contracts/errors.ts';
import { err, type Result } from '../contracts/result.ts';
import { gone, unreadable } from './capture-errors.ts';

/**
 * Runs a capture beside a page that may do anything meanwhile. A throw becomes `page.gone` where the page has lost its
 * window or its body, and else `page.no-text`: a script that only rejects would leave the click without an answer.
 */
export async function guardedCapture<T>(
  window: Window,
  read: () => Result<T, CaptureError> | Promise<Result<T, CaptureError>>,
): Promise<Result<T, CaptureError>> {
  try {
    return await read();
  } catch {
    // What went wrong may quote the page, so it is not passed on.
    return err(isGone(window) ? gone : unreadable);
  }
}

function isGone(window: Window): boolean {
  try {
    return window.closed || window.document.getElementsByTagName('body').length === 0;
  } catch {
    // A window that has left its tab refuses to be looked at.
    return true;
  }
}
