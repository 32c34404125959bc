/** The one place that says no: level, ownership and reach of every operation, whatever door it comes through. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { containersOf, type ContainerRow } from '../db/containers.ts';
import type { Queries } from '../db/port.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { Level, Principal } from './principal.ts';

/** What an operation demands: a level of the credential, one of its permissions, or that the owner themself asks. */
export type Access = Level | 'profile' | 'agent' | 'owner';

const RANKS: Readonly<Record<Level, number>> = { read: 0, write: 1, full: 2 };
const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  read: 'Read',
  write: 'Read & write',
  full: 'Full access',
};

const LACKING = {
  owner: 'Only the owner may do this.',
  profile: 'This key may not read the profile.',
  agent: 'This key may not ask the agent.',
} as const;

/** Says whether the credential may use an operation at all. */
export function checkAccess(principal: Principal, access: Access): Result<null, Refusal> {
  if (access === 'owner' || access === 'profile' || access === 'agent') {
    return principal[access]
      ? ok(null)
      : refuse('unauthorized', LACKING[access], { needed: access });
  }
  if (RANKS[principal.level] >= RANKS[access]) return ok(null);
  return refuse('unauthorized', `This needs the access level ${LEVEL_NAMES[access]}.`, {
    needed: access,
  });
}

/** Lists the Memories in the credential's reach. */
export async function containersInReach(
  queries: Queries,
  principal: Principal,
): Promise<ContainerRow[]> {
  const containers = await containersOf(queries, principal.accountId);
  return containers.filter((container) => reaches(principal, container.id));
}

/** Finds the Memory that was named. One that does not exist is refused like one out of reach, which tells nothing. */
export async function containerInReach(
  queries: Queries,
  principal: Principal,
  id: string,
): Promise<Result<ContainerRow, Refusal>> {
  const containers = await containersInReach(queries, principal);
  const container = containers.find((candidate) => candidate.id === id);
  return container === undefined ? outOfReach() : ok(container);
}

/** Finds the Memory to write to: the one named, or the only one in reach. */
export async function containerToWrite(
  queries: Queries,
  principal: Principal,
  id: string | undefined,
): Promise<Result<ContainerRow, Refusal>> {
  if (id !== undefined) return containerInReach(queries, principal, id);
  const [only, ...others] = await containersInReach(queries, principal);
  if (only !== undefined && others.length === 0) return ok(only);
  const message =
    only === undefined
      ? 'No Memory is in reach of this key. Its owner has to create one, or to widen the reach.'
      : 'More than one Memory is in reach, so "container" has to name one.';
  return refuse('invalid', message, { field: 'container' });
}

/** Says whether a Memory of the account is in the credential's reach. */
export function reaches(principal: Principal, containerId: string): boolean {
  return principal.reach === 'all' || principal.reach.includes(containerId);
}

/** The refusal of anything in a Memory outside the reach. */
export function outOfReach(): { readonly ok: false; readonly error: Refusal } {
  return refuse('unauthorized', 'This Memory is outside the reach of the key.');
}
