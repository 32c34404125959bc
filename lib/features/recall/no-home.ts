/** What is answered where nothing can be asked. */
import type { AppError } from '../../contracts/errors.ts';

export const noHome: AppError = {
  code: 'home.none',
  message: 'Choose first where your memory lives.',
  retryable: false,
};
