/** The homes that are kept already at an address, as it is typed. Pure. */
import type { ConnectionView } from '../../lib/contracts/connections.ts';
import { tidyAddress } from '../../lib/core/connections/address.ts';

/** Gives those of one kind. No service tells whose account a key is for, so there may be several. */
export function homesAt(
  address: string,
  kind: 'key' | 'read-only',
  homes: readonly ConnectionView[],
): ConnectionView[] {
  const typed = tidyAddress(address);
  return homes.filter(({ connection }) => connection.kind === kind && connection.baseUrl === typed);
}

/** Gives what consenting at an address renews: the id of the read-only home that is kept there; null where none is. */
export function consentedAt(address: string, homes: readonly ConnectionView[]): string | null {
  return homesAt(address, 'read-only', homes)[0]?.connection.id ?? null;
}
