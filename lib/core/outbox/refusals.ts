/** Why an item is refused although no service said so: going on by itself would lose words, or store them again. */
import type { AppError } from '../../contracts/errors.ts';

/** The service keeps the text it has for a page, so the person's own would be lost without a word. */
export const earlierText: AppError = {
  code: 'memory.conflict',
  message: 'The Memory has an earlier text of this page.',
  retryable: false,
};

/** A note has no identity at the service: each further sending could store it once more. */
export const mayHaveArrived: AppError = {
  code: 'memory.timeout',
  message: 'It may have arrived. Look for it before you send it again.',
  retryable: false,
};

/** Sendings of a note without a clear answer after which it is left to the person. */
export const mostLostAnswers = 3;
