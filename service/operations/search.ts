/** Finding passages again. */
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { searchRequestSchema } from '../../lib/contracts/memory-api.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { containerInReach, containersInReach } from '../auth/access.ts';
import type { ContainerRow } from '../db/containers.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { searchMemories } from '../search/search-memories.ts';
import { defineOperation, type Call } from './operation.ts';
import { checkQuery } from './rules.ts';

export const search = defineOperation({
  access: 'read',
  unlimited: true,
  input: searchRequestSchema,
  run: async (call, input) => {
    const limit = input.limit ?? serviceLimits.searchLimitDefault;
    if (limit < 1 || limit > serviceLimits.searchLimitMax) {
      return refuse('invalid', `"limit" has to be from 1 to ${serviceLimits.searchLimitMax}.`, {
        field: 'limit',
      });
    }
    const q = checkQuery('q', input.q);
    if (!q.ok) return q;
    const containers = await containersToSearch(call, input.container);
    if (!containers.ok) return containers;
    return ok(
      await searchMemories(call.context, { containers: containers.value, q: q.value, limit }),
    );
  },
});

async function containersToSearch(
  { context, principal }: Call,
  container: string | undefined,
): Promise<Result<ContainerRow[], Refusal>> {
  if (container === undefined) return ok(await containersInReach(context.db, principal));
  const found = await containerInReach(context.db, principal, container);
  return found.ok ? ok([found.value]) : found;
}
