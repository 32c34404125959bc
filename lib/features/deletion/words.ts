/** Why something saved cannot be deleted now, and what the person can do. */
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';

type Saved = Pick<OutboxItem, 'container'>;

export const notInList: AppError = {
  code: 'memory.not-offered',
  message: 'This save is no longer in your list, so it cannot be deleted from here.',
  retryable: false,
};

export const discarded: AppError = {
  code: 'memory.not-offered',
  message: 'This save was discarded. Bring it back first to delete it.',
  retryable: false,
};

export const notTaken: AppError = {
  code: 'memory.not-offered',
  message: 'This was not saved yet, so there is nothing to delete. You can discard it instead.',
  retryable: false,
};

export const homeGone: AppError = {
  code: 'home.none',
  message: 'The memory this was saved to is no longer connected. Connect to it again to delete it.',
  retryable: false,
};

/** The contract lets a service tell no id of a note, and then nobody can name it to be forgotten. */
export function noNoteId({ container }: Saved): AppError {
  return {
    code: 'memory.not-offered',
    message:
      'The service gave no id for this note, so it cannot be deleted from here. ' +
      `Its owner can delete it from “${container.name}” in the service’s own app.`,
    retryable: false,
  };
}

/** The service has taken the document, and its id may be pending: nobody can name it yet. */
export function notListed({ container }: Saved): AppError {
  return {
    code: 'memory.conflict',
    message: `“${container.name}” does not list this page yet. Try again in a moment.`,
    retryable: true,
  };
}

/** It may have been deleted, or be further back than is looked: nothing can be said for sure. */
export function notFound({ container }: Saved): AppError {
  return {
    code: 'memory.not-offered',
    message:
      `This page could not be found in “${container.name}”. ` +
      'Its owner can delete it in the service’s own app.',
    retryable: false,
  };
}

/** For 409, which came although the client had asked again. */
export function inTheMiddleOfAChange({ container }: Saved): string {
  return `“${container.name}” is changing this just now, so it was not deleted. Try again in a moment.`;
}
