/** Which events make the lists of the settings stale. Pure. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { KeptStatus } from '../../lib/contracts/outbox.ts';

const atRest: ReadonlySet<KeptStatus> = new Set([
  'accepted',
  'learned',
  'failed',
  'canceled',
  'unlearned',
]);

/** Says whether the Memories may be others than before, or hold more. */
export function changesMemories(event: AppEvent): boolean {
  if (event.event === 'outbox.changed') return atRest.has(event.item.state.status);
  return event.event === 'home.changed';
}

/** Says whether the rules may be others than before; an import that brought some tells of the home. */
export function changesRules({ event }: AppEvent): boolean {
  return event === 'rules.changed' || event === 'home.changed';
}
