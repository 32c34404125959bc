/** Marks a library that a move hasn't completed, so that no service opens it. */

/**
 * The version of a half-moved library: the highest number that every engine can store. To a service from before moves
 * existed, the library looks like a later version's, so that service doesn't start either.
 */
export const HALF_MOVED = 2 ** 31 - 1;

export function halfMovedError(): Error {
  return new Error(
    'This library is incomplete: the move to it was interrupted. Run the same move again to continue.',
  );
}
