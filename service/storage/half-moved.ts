/** Marks a library that a move hasn't completed, so that no service opens it. */
import type { CopyState } from './port/copy.ts';

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

interface FoundLibrary {
  readonly version: number;
  /** The library that a move copies there; null if there is no marker. */
  readonly movedFrom: string | null;
  /** The id of the first account. */
  readonly firstAccount: string | undefined;
}

/** Describes what a place holds. `current` is the version that this service writes. */
export function stateOfLibrary(
  { version, movedFrom, firstAccount }: FoundLibrary,
  current: number,
): CopyState {
  const library = movedFrom ?? firstAccount;
  if (library === undefined) return { holds: 'nothing' };
  const age = version < current ? 'earlier' : 'later';
  return {
    holds: movedFrom === null ? 'library' : 'part',
    library,
    version: version === current ? 'current' : age,
  };
}
