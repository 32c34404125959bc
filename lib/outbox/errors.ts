import { appError } from '../contract/errors.ts';

export const itemGone = appError('memory.not-found', 'This save was discarded.');

export const beingSent = appError('save.sent', 'This is being sent or was already sent.');

export const noSuchMemory = appError(
  'connection.no-memory',
  'Choose a Memory of the connection this was saved for.',
);

export const memoryGone = appError('memory.not-found', 'The Memory this was saved to was deleted.');

export const linkNotPermitted = appError(
  'link.not-permitted',
  'Keepsake doesn’t have access to that site.',
);

export const pageError = appError('page.error', 'The page reports an error.', true);

export const nothingToSend = appError('internal', 'The text of this save was lost.');

export const stepThrew = appError('internal', 'Something went wrong inside Keepsake.', true);
