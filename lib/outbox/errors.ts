/** Errors that the outbox itself reports, not a service. */
import type { AppError } from '../contract/errors.ts';

export const itemGone: AppError = {
  code: 'memory.not-found',
  message: 'This save was discarded meanwhile.',
  retryable: false,
};

export const beingSent: AppError = {
  code: 'save.sent',
  message: 'This is being sent, or was sent meanwhile.',
  retryable: false,
};

export const noSuchMemory: AppError = {
  code: 'connection.no-memory',
  message: 'Choose a Memory of the connection this was saved for.',
  retryable: false,
};

export const memoryGone: AppError = {
  code: 'memory.not-found',
  message: 'The Memory this was saved to was deleted.',
  retryable: false,
};

export const homeGone: AppError = {
  code: 'connection.removed',
  message: 'The connection this was saved for is no longer connected.',
  retryable: true,
};

export const linkNotPermitted: AppError = {
  code: 'link.not-permitted',
  message: 'The browser does not let this device read that site yet.',
  retryable: false,
};

export const pageError: AppError = {
  code: 'page.error',
  message: 'The page reports an error.',
  retryable: true,
};

export const nothingToSend: AppError = {
  code: 'internal',
  message: 'The text of this save was lost.',
  retryable: false,
};

export const stepThrew: AppError = {
  code: 'internal',
  message: 'Something went wrong inside Keepsake.',
  retryable: true,
};
