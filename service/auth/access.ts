/** Access control: what a credential is allowed to do, and which Memories it reaches. */
import { ok, type Result } from '../../lib/contract/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { ContainerRow } from '../storage/port/library.ts';
import type { AccountAreas } from '../storage/port/storage.ts';
import type { Level, Principal } from './credentials.ts';

/** `operator` also lets owners through: the operation checks whether theirs is the first account. */
export type Access = Level | 'profile' | 'agent' | 'owner' | 'operator';

const RANKS: Readonly<Record<Level, number>> = { read: 0, write: 1, full: 2 };
const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  read: 'Read',
  write: 'Read & write',
  full: 'Full access',
};

const DENIED = {
  operator: 'Only the operator can do this.',
  owner: 'Only the owner can do this.',
  profile: 'This key does not have the profile permission.',
  agent: 'This key is not allowed to ask the agent.',
} as const;

export function checkAccess(principal: Principal, access: Access): Result<null, Refusal> {
  const isOperator = principal.operator === true;
  if (access === 'operator') {
    return isOperator || principal.owner
      ? ok(null)
      : refuse('unauthorized', DENIED.operator, { needed: access });
  }
  if (isOperator) {
    const message =
      'The operator token can only manage accounts. Use a key of the account instead.';
    return refuse('unauthorized', message, { needed: access });
  }
  if (access === 'owner' || access === 'profile' || access === 'agent') {
    return principal[access]
      ? ok(null)
      : refuse('unauthorized', DENIED[access], { needed: access });
  }
  if (RANKS[principal.level] >= RANKS[access]) return ok(null);
  return refuse('unauthorized', `This requires the access level ${LEVEL_NAMES[access]}.`, {
    needed: access,
  });
}

/** The Memories of the principal's account. */
type Memories = Pick<AccountAreas, 'containers'>;

export async function containersInReach(
  { containers }: Memories,
  principal: Principal,
): Promise<ContainerRow[]> {
  return (await containers.all()).filter((container) => reaches(principal, container.id));
}

/** Finds a Memory by id. An unknown id gets the same refusal as an id out of reach, so that ids can't be probed. */
export async function containerInReach(
  memories: Memories,
  principal: Principal,
  id: string,
): Promise<Result<ContainerRow, Refusal>> {
  const containers = await containersInReach(memories, principal);
  const container = containers.find((candidate) => candidate.id === id);
  return container === undefined ? outOfReach() : ok(container);
}

export async function containersToRead(
  memories: Memories,
  principal: Principal,
  id: string | undefined,
): Promise<Result<ContainerRow[], Refusal>> {
  if (id === undefined) return ok(await containersInReach(memories, principal));
  const found = await containerInReach(memories, principal, id);
  return found.ok ? ok([found.value]) : found;
}

/** Finds the Memory to write to: the one with this id, or the only one in reach. */
export async function containerToWrite(
  memories: Memories,
  principal: Principal,
  id: string | undefined,
): Promise<Result<ContainerRow, Refusal>> {
  if (id !== undefined) return containerInReach(memories, principal, id);
  const [only, ...others] = await containersInReach(memories, principal);
  if (only !== undefined && others.length === 0) return ok(only);
  const message =
    only === undefined
      ? 'This key reaches no Memory. Its owner can create one or widen its reach.'
      : 'This key reaches more than one Memory. Send the id of one as "container".';
  return refuse('invalid', message, { field: 'container' });
}

export function reaches(principal: Principal, containerId: string): boolean {
  return principal.reach === 'all' || principal.reach.includes(containerId);
}

export function outOfReach() {
  return refuse('unauthorized', 'This key does not reach this Memory.');
}
