/** Which events make it worth while to read the profile or the rules again. Pure. */
import type { Access } from '../../lib/contracts/connections.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Reading } from './reading-state.ts';

/**
 * Something of the home is another: what could not be read may be readable now, unless the very event says that it was
 * withdrawn.
 */
export function mendsReading(
  event: AppEvent,
  { error }: Reading<unknown>,
  access: Access,
): boolean {
  if (event.event !== 'home.changed' || error === null) return false;
  return !event.home.withdrawn.some((one) => one.access === access || one.access === 'all');
}
