/** What fails with a connection itself, whatever was asked of it. */
import type { AppError } from '../../contracts/errors.ts';

export const noSuchConnection: AppError = {
  code: 'home.none',
  message: 'This connection is no longer kept.',
  retryable: false,
};

export const storageFailed: AppError = {
  code: 'storage.failed',
  message: 'The browser’s storage did not take it.',
  retryable: true,
};
