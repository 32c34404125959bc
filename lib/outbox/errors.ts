import { appError } from '../contract/errors.ts';

export const itemGone = appError('memory.not-found', 'This save was discarded meanwhile.');

export const beingSent = appError('save.sent', 'This is being sent, or was sent meanwhile.');

export const noSuchMemory = appError(
  'connection.no-memory',
  'Choose a Memory of the connection this was saved for.',
);

export const memoryGone = appError('memory.not-found', 'The Memory this was saved to was deleted.');

export const connectionGone = appError(
  'connection.removed',
  'The connection this was saved for is no longer connected.',
  true,
);

export const linkNotPermitted = appError(
  'link.not-permitted',
  'The browser does not let this device read that site yet.',
);

export const pageError = appError('page.error', 'The page reports an error.', true);

export const nothingToSend = appError('internal', 'The text of this save was lost.');

export const stepThrew = appError('internal', 'Something went wrong inside Keepsake.', true);
