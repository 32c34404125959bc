/** Marks a library that a move hasn't completed, so that no service opens it. */

/**
 * The version of such a library: the highest number that every engine can store. A service from before there were moves
 * takes it for the version of a later one and doesn't start either.
 */
export const HALF_MOVED = 2 ** 31 - 1;

export function halfMovedError(): Error {
  return new Error(
    'This library is incomplete: moving it here was interrupted. Run the same move again, which continues.',
  );
}
