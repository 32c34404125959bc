/** Why a page can no longer be read: nothing but its own tab, with the page open in it, shows it. */
import type { AppError } from '../contracts/errors.ts';

export const pageLeft: AppError = {
  code: 'page.gone',
  message: 'The tab went to another page before it was read.',
  retryable: false,
};
