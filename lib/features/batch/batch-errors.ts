/** What saving many at once says by itself, where no page and no service has a word in it. */
import type { AppError } from '../../contracts/errors.ts';

export const noHome: AppError = {
  code: 'home.none',
  message: 'Choose where your memory lives before you save.',
  retryable: false,
};

export const onlyReads: AppError = {
  code: 'memory.not-offered',
  message: 'You consented to reading alone, so nothing can be saved to this memory.',
  retryable: false,
};

export const noMemory: AppError = {
  code: 'home.no-memory',
  message: 'Create a Memory to save to first.',
  retryable: false,
};

export const homeGone: AppError = {
  code: 'home.removed',
  message: 'The home this was saved for is no longer connected.',
  retryable: true,
};

export const tabGone: AppError = {
  code: 'page.gone',
  message: 'The tab was closed before it could be read.',
  retryable: false,
};

export const tabLeft: AppError = {
  code: 'page.gone',
  message: 'The tab went to another page before it was read.',
  retryable: false,
};

export const batchGone: AppError = {
  code: 'memory.not-found',
  message: 'This is gone.',
  retryable: false,
};

export const notOver: AppError = {
  code: 'message.invalid',
  message: 'This is still going on.',
  retryable: false,
};

export const folderGone: AppError = {
  code: 'memory.not-found',
  message: 'There is no such folder.',
  retryable: false,
};

export const unwritten: AppError = {
  code: 'storage.failed',
  message: 'The browser did not write this down.',
  retryable: true,
};
