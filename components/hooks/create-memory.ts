import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { Result } from '../../lib/contracts/result.ts';
import type { Bridge } from './bridge.ts';

export type NewMemory = { name: string; before: HomeStatus };

/** Creates a Memory and makes it the chosen one. Fails with the codes of `memories.create`. */
export async function createMemory(
  { ask }: Bridge,
  { name, before }: NewMemory,
): Promise<Result<HomeStatus, AppError>> {
  const created = await ask('memories.create', { name: name.trim(), choose: true });
  if (!created.ok) return created;
  const known = new Set(before.memories.map(({ id }) => id));
  const added = created.value.memories.find(({ id }) => !known.has(id));
  if (added === undefined || created.value.chosenMemoryId === added.id) return created;
  const chosen = await ask('memories.choose', { id: added.id });
  return chosen.ok ? chosen : created;
}
